/** The program that the extension runs in. */
export interface Environment {
  readonly extension: string;
  readonly editor: string;
  /** `desktop`, `web` … */
  readonly host: string;
  readonly platform: string;
  readonly node: string;
  readonly language: string;
  /** The kind of remote that the window works on. */
  readonly remote: string | undefined;
  /** Whether the extension runs where the person sits, or on the computer that the window works on. */
  readonly runsIn: "ui" | "workspace";
  /** The value of a setting, of whatever type. */
  readonly setting: (id: string) => unknown;
  readonly variable: (name: string) => string | undefined;
}

/** Where the extension runs: on the only computer, on the one that a remote window works on, or beside that one. */
export type RunsOn = "only" | "remote" | "besideRemote";
