import { fails, gives, listOf, type PlayTable } from "../../play.ts";

const HOSTS = "terminal.hosts";

const UNSUPPORTED = { kind: "unsupported" } as const;
const on = { params: { on: true } };

const TWIN = {
  excluded: "no operation of ours asks /v2/xterm, which answers the same (docs/protocol.md 11.8)",
  onDemo: {},
};

/** The web terminal, whose settings are BaoTa's alone: they are asked for while nothing tells the edition. */
export const aapanelTerminalPlays: PlayTable = {
  xterm_hosts_one_v1: gives(
    HOSTS,
    listOf([{ id: "127.0.0.5_22", address: "127.0.0.5", port: 22, note: "box five", position: 0 }]),
    { params: {} },
  ),
  xterm_hosts_v1_one: gives(
    HOSTS,
    listOf([{ id: "192.0.2.10_22", address: "192.0.2.10", port: 22, note: "web", position: 0 }]),
    { params: {}, given: ["otherHost"] },
  ),
  xterm_hosts_v1: gives(HOSTS, listOf([]), { params: {}, given: ["noHosts"] }),
  xterm_get_v1: fails(HOSTS, { kind: "page", status: 200 }, { params: {}, otherMethod: true }),
  xterm_get_command_list_v1: gives(
    "terminal.commands",
    listOf([
      { title: "disk1", command: "df -h" },
      { title: "disk2", command: "df -h" },
    ]),
    { params: {}, otherFields: ["status"] },
  ),

  xterm_completion_tool_status_v1: fails("terminal.settings", UNSUPPORTED, { params: {}, otherFields: ["status"] }),
  xterm_set_completion_tool_status_v1: fails("terminal.setCompletion", UNSUPPORTED, on),
  xterm_set_terminal_theme_v1: fails("terminal.setTheme", UNSUPPORTED, on),
  xterm_set_ai_shell_status_v1: fails("terminal.setAiShell", UNSUPPORTED, on),

  xterm_completion_tool_status_v2: TWIN,
  xterm_completion_v2: TWIN,
  xterm_set_ai_shell_status_v2: TWIN,
  xterm_set_completion_tool_status_v2: TWIN,
  xterm_set_terminal_theme_v2: TWIN,
  xterm_unknown_v2: TWIN,
  xterm_get_command_list_GET_v2: TWIN,
  xterm_no_action_v2: TWIN,
  xterm_get_command_list_v2: TWIN,
  xterm_get_host_list_v2: { ...TWIN, onDemo: { given: ["noHosts"] } },
  xterm_hosts_one_v2: TWIN,
  xterm_hosts_v2: { ...TWIN, onDemo: { given: ["noHosts"] } },
  xterm_hosts_v2_one: TWIN,
  xterm_create_host_v2: { excluded: "no operation of ours saves hosts" },
  xterm_create_host_v2_2: { excluded: "no operation of ours saves hosts" },
};
