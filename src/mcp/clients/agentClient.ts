import { posix, win32 } from "node:path";
import type { ServerStart } from "./serverStart.ts";

/** A computer, as far as the places of configurations follow from it. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  /** The home directory of the person. */
  readonly home: string;
  readonly variable: (name: string) => string | undefined;
}

/** The interfaces that editors have for extensions that bring an MCP server. */
export type EditorInterface = "vscode" | "cursor";

/** A program in whose terminals a client is told of MCP servers. */
export interface ClientProgram {
  readonly program: string;
  /** What stands before the command that starts the server. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A file in which a client is told of MCP servers. The person changes it, never we. */
export interface ClientFile {
  readonly path: (computer: Computer) => string;
  /** The text that tells of our server. */
  readonly part: (start: ServerStart) => string;
}

/** A program with an agent that can be connected: how it is told of an MCP server, the first of these ways that there is. */
export interface AgentClient {
  /** As its makers write it. */
  readonly name: string;
  /** How it calls itself when it says hello. */
  readonly callsItself?: RegExp;
  /** What the editor with this interface does by itself. */
  readonly inEditor?: EditorInterface;
  readonly program?: ClientProgram;
  readonly file?: ClientFile;
  /** It takes a command apart at its blanks, so that the path of a program must be an argument. */
  readonly splitsCommand?: true;
}

/** A path below the home directory. */
export function atHome({ platform, home }: Computer, ...parts: readonly string[]): string {
  return pathsOf(platform).join(home, ...parts);
}

/** A path where programs keep what belongs to them, as Electron does. */
export function inApplicationData(computer: Computer, ...parts: readonly string[]): string {
  const { platform, variable } = computer;
  const paths = pathsOf(platform);
  if (platform === "win32") return paths.join(variable("APPDATA") ?? atHome(computer, "AppData", "Roaming"), ...parts);
  if (platform === "darwin") return atHome(computer, "Library", "Application Support", ...parts);
  return paths.join(variable("XDG_CONFIG_HOME") ?? atHome(computer, ".config"), ...parts);
}

/** A path as people write it, where they have a short sign for their home. */
export function shownPath(path: string, { platform, home }: Computer): string {
  if (platform === "win32" || !path.startsWith(`${home}/`)) return path;
  return `~${path.slice(home.length)}`;
}

/** The rules for paths of a platform. */
export function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}
