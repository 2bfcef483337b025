import { fails, gives, listOf, NOT_FOUND, type PlayTable } from "../../play.ts";

const SETTINGS = "terminal.settings";

const host = { id: "192.0.2.10_22", address: "192.0.2.10", port: 22, note: "web 1", position: 0 };

const on = { params: { on: true } };
const off = { params: { on: false } };

/** The web terminal. */
export const terminalPlays: PlayTable = {
  xterm_completion_tool_status_initial: gives(
    SETTINGS,
    { completion: false, theme: false, aiShell: false, aiAnalysis: true },
    { params: {}, given: ["freshTerminal"] },
  ),
  xterm_completion_tool_status_end: gives(
    SETTINGS,
    { completion: true, theme: false, aiShell: false, aiAnalysis: true },
    { params: {} },
  ),
  xterm_status_after_ai_shell_first: gives(
    SETTINGS,
    { completion: false, theme: undefined, aiShell: true, aiAnalysis: true },
    { params: {}, given: ["onlyAiShellSet"] },
  ),
  xterm_completion_tool_status_get_method: fails(SETTINGS, { kind: "page", status: 200 }),
  xterm_bad_action: fails(SETTINGS, { kind: "unsupported" }),
  xterm_no_action: fails(SETTINGS, { kind: "unsupported" }),

  xterm_set_ai_shell_analyze_1: gives("terminal.setAiAnalysis", { msg: "开启成功" }, on),
  xterm_set_ai_shell_status_0: gives("terminal.setAiShell", { msg: "关闭成功" }, off),
  xterm_set_ai_shell_status_1: gives("terminal.setAiShell", { msg: "开启成功" }, on),
  xterm_set_terminal_theme_0: gives("terminal.setTheme", { msg: "设置成功" }, off),
  xterm_set_terminal_theme_1: gives("terminal.setTheme", { msg: "设置成功" }, on),
  xterm_set_theme_status_missing: gives("terminal.setTheme", { msg: "设置成功" }),
  xterm_set_theme_status_true_word: fails("terminal.setTheme", NOT_FOUND),
  handler_exception_normal_mode: fails("terminal.setTheme", NOT_FOUND),
  handler_exception_debug_mode: fails(
    "terminal.setTheme",
    { kind: "page", status: 500 },
    {
      demo: { cannot: "the panel's debug mode, which shows the code of the panel" },
    },
  ),

  xterm_get_host_list: gives("terminal.hosts", listOf([host]), { params: {} }),
  xterm_action_in_query: gives("terminal.hosts", listOf([host])),
  xterm_get_host_list_empty: gives("terminal.hosts", listOf([]), { params: {}, given: ["noHosts"] }),
  xterm_get_command_list_empty: gives("terminal.commands", listOf([]), { params: {} }),
  xterm_create_command: { excluded: "no operation of ours saves commands" },
  xterm_create_host: { excluded: "no operation of ours saves hosts" },
  xterm_get_host_find: { excluded: "it returns a password, and no operation of ours may ask for it" },
};
