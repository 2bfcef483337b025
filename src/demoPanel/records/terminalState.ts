/** A server where somebody may log in by SSH, as it was saved. */
export interface DemoTerminalHost {
  /** `IP_PORT`; the bare address where the entry is old (docs/protocol.md 11.6). */
  readonly id: string;
  readonly port: number;
  readonly note: string;
  readonly position: number;
}

/** The file that holds the settings: each key only once it was written, in the order of writing. */
export interface TerminalSettingsFile {
  use_completion?: boolean;
  terminal_theme?: boolean;
  ai_shell?: boolean;
  ai_shell_analyze?: boolean;
}

/** The web terminal. */
export interface TerminalState {
  /** `undefined`: no setting was ever made. */
  settings: TerminalSettingsFile | undefined;
  /** The package that completion needs cannot be downloaded, which leaves an empty file. */
  isOffline: boolean;
  readonly hosts: DemoTerminalHost[];
  readonly commands: { readonly title: string; readonly shell: string }[];
}
