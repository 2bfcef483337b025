import type { ExtensionTerminalOptions, Terminal, TerminalOptions } from "vscode";

const PROGRAMS = /(?:^|[\\/])(?:ssh|mosh|autossh)(?:\.exe)?$/i;

/** VS Code names a terminal after the program in front, and we name ours "ssh …". */
const NAMES = /^(?:ssh|mosh|autossh)(?:\.exe)?(?=$|[\s:])/i;

/** Whether a terminal was opened with ssh, also in an earlier window, or its shell runs it right now. */
export function isSshTerminal({ name, creationOptions }: Pick<Terminal, "name" | "creationOptions">): boolean {
  return PROGRAMS.test(shellOf(creationOptions) ?? "") || NAMES.test(name);
}

function shellOf(options: Readonly<TerminalOptions | ExtensionTerminalOptions>): string | undefined {
  return "shellPath" in options ? options.shellPath : undefined;
}
