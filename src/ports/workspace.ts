/** A folder of the workspace on this computer. */
export interface WorkspaceFolder {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** The file to which something was added. */
export interface AddedTo {
  /** Its name, without directories. */
  readonly file: string;
  /** `false`: it is in an editor with other unsaved changes, which are the person's to save. */
  readonly isSaved: boolean;
}

/** The folders that are open in the window, their settings and tasks. */
export interface Workspace {
  /** Whether the person trusts the folders; if not, nothing of them may be run or sent. */
  isTrusted(): boolean;
  folders(): readonly WorkspaceFolder[];
  /** The value of `serverPanel.deployments`, unchecked. */
  deployments(folder: WorkspaceFolder): unknown;
  /** What the setting's schema says of a field, in VS Code's language; `undefined`: nothing. @param field a path such as `steps.run` */
  describeField(this: void, field: string): string | undefined;
  /**
   * Adds an entry to the setting, unless it is there: where the folder has its deployments, by default in its own settings.
   * Rejects with a sentence if that is impossible.
   */
  addDeployment(folder: WorkspaceFolder, entry: object): Promise<AddedTo>;
  /**
   * Adds patterns to `exclude` of the deployment of a name, where the folder has its deployments. Rejects with a sentence if that is
   * impossible.
   */
  exclude(folder: WorkspaceFolder, deployment: string, patterns: readonly string[]): Promise<AddedTo>;
  /** Directories of the folder that exist, among these. */
  existing(folder: WorkspaceFolder, directories: readonly string[]): Promise<readonly string[]>;
  /** Files that match a glob, the latest first. */
  files(folder: WorkspaceFolder, glob: string): Promise<readonly string[]>;
  /** Asks for a directory of the folder; `undefined`: dismissed. Its path is absolute. */
  askDirectory(folder: WorkspaceFolder, title: string): Promise<string | undefined>;
  /** Runs a task to its end; resolves to its exit code, `unknown` if it has none, `missing` if there is no such task. */
  runTask(folder: WorkspaceFolder, name: string, signal: AbortSignal): Promise<number | "unknown" | "missing">;
  /** Globs of what VS Code's own search leaves out, as the person has set it. */
  usuallyExcluded(): readonly string[];
  /** The path of the file of this computer in the editor in front. */
  fileInFront(): string | undefined;
  /** Saves a file of which an editor has unsaved changes; `false`: it was not saved. */
  saveFile(path: string): Promise<boolean>;
  /** Opens the settings that have the folder's deployments. */
  openSettings(folder: WorkspaceFolder): Promise<void>;
}

/** Working with the open folders. */
export interface InWorkspace {
  readonly workspace: Workspace;
}
