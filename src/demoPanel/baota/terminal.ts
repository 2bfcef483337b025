import { type HandlerContext, integer } from "../state/handler.ts";
import { savedForTerminal } from "../bothEditions/savedForTerminal.ts";
import { saying } from "../http/saying.ts";
import type { TerminalSettingsFile } from "../records/terminalState.ts";

/** The web terminal (docs/protocol.md 11). */
export const terminalHandlers = {
  "terminal.settings": ({ state }: HandlerContext) => {
    const { settings, hasPackage } = state.terminal;
    const file = settings ?? { use_completion: false, terminal_theme: false, ai_shell: false };
    const { use_completion = true, ai_shell = false, ai_shell_analyze = true } = file;
    // what the file has comes first, in its own order
    return { ...file, use_completion: use_completion && hasPackage, ai_shell, ai_shell_analyze };
  },
  /** Waits for the package where it is not there yet. */
  "terminal.setCompletion": async ({ state, fields, schedule, delays }: HandlerContext) => {
    const { terminal } = state;
    const isOn = isOnIn(fields);
    if (isOn && !terminal.hasPackage) {
      await schedule.sleep(delays.completionDownload);
      terminal.hasPackage = true;
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
