import { type HandlerContext, integer } from "../state/handler.ts";
import { savedForTerminal } from "../bothEditions/savedForTerminal.ts";
import { saying } from "../http/saying.ts";
import { COMPLETION_PACKAGE } from "../records/serverFiles.ts";
import type { TerminalSettingsFile } from "../records/terminalState.ts";

const PACKAGE_BYTES = 312_514;

/** The web terminal (docs/protocol.md 11). */
export const terminalHandlers = {
  "terminal.settings": ({ state }: HandlerContext) => {
    const { settings } = state.terminal;
    const hasPackage = state.files.files.has(COMPLETION_PACKAGE);
    const file = settings ?? { use_completion: false, terminal_theme: false, ai_shell: false };
    const { use_completion = true, ai_shell = false, ai_shell_analyze = true } = file;
    // what the file has comes first, in its own order
    return { ...file, use_completion: use_completion && hasPackage, ai_shell, ai_shell_analyze };
  },
  /** Waits for the package where it is not there yet. */
  "terminal.setCompletion": async ({ state, fields, schedule, delays }: HandlerContext) => {
    const { terminal, files } = state;
    const isOn = isOnIn(fields);
    if (isOn && !files.files.has(COMPLETION_PACKAGE)) {
      await schedule.sleep(delays.completionDownload);
      files.files.set(COMPLETION_PACKAGE, terminal.isOffline ? 0 : PACKAGE_BYTES);
    }
    const file = terminal.settings ?? { use_completion: false, terminal_theme: false };
    terminal.settings = { ...file, use_completion: isOn };
    return saying(true, isOn ? "开启成功" : "关闭成功");
  },
  "terminal.setTheme": ({ state, fields }: HandlerContext) => {
    const isOn = isOnIn(fields);
    const { settings } = state.terminal;
    state.terminal.settings =
      settings === undefined ? { terminal_theme: isOn, use_completion: true } : { ...settings, terminal_theme: isOn };
    return saying(true, "设置成功");
  },
  "terminal.setAiShell": (context: HandlerContext) => setPlain(context, "ai_shell"),
  "terminal.setAiAnalysis": (context: HandlerContext) => setPlain(context, "ai_shell_analyze"),
  ...savedForTerminal,
};

/** Leaves out of a new file what it does not set. */
function setPlain({ state, fields }: HandlerContext, name: keyof TerminalSettingsFile): unknown {
  const isOn = isOnIn(fields);
  state.terminal.settings = { ...state.terminal.settings, [name]: isOn };
  return saying(true, isOn ? "开启成功" : "关闭成功");
}

function isOnIn(fields: HandlerContext["fields"]): boolean {
  return integer(fields, "status", 0) !== 0;
}
