import { english, readJson } from "../../scripts/documentWords.ts";
import { fieldDescription } from "../../src/platform/describedFields.ts";
import type { AddedTo, Workspace, WorkspaceFolder } from "../../src/ports/workspace.ts";

/** Folders of a workspace, with what a person and their tasks answer. */
export class FakeWorkspace implements Workspace {
  trusted = true;
  readonly opened: WorkspaceFolder[] = [];
  /** The value of the setting of each folder, by its path. */
  readonly settings = new Map<string, unknown>();
  /** Exit codes of tasks by name; another one is missing. */
  readonly tasks = new Map<string, number | "unknown">();
  readonly ran: string[] = [];
  found: readonly string[] = [];
  jars: readonly string[] = [];
  directory: string | undefined;
  settingsShown = 0;
  /** Whether the settings are in an editor with unsaved changes. */
  isUnsaved = false;

  /** The file in the editor in front. */
  inFront: string | undefined;
  /** Files with unsaved changes, by what saving each comes to. */
  readonly unsavedFiles = new Map<string, boolean>();
  readonly savedFiles: string[] = [];

  /** What VS Code's own search leaves out. */
  excluded: readonly string[] = ["**/node_modules"];

  describeField(field: string): string | undefined {
    return describeField(field);
  }

  usuallyExcluded(): readonly string[] {
    return this.excluded;
  }

  isTrusted(): boolean {
    return this.trusted;
  }

  folders(): readonly WorkspaceFolder[] {
    return this.opened;
  }

  deployments({ path }: WorkspaceFolder): unknown {
    return this.settings.get(path);
  }

  async addDeployment({ path }: WorkspaceFolder, entry: object): Promise<AddedTo> {
    const before = this.settings.get(path);
    this.settings.set(path, [...(Array.isArray(before) ? (before as readonly unknown[]) : []), entry]);
    return { file: "settings.json", isSaved: !this.isUnsaved };
  }

  async exclude({ path }: WorkspaceFolder, deployment: string, patterns: readonly string[]): Promise<AddedTo> {
    const entries = (this.settings.get(path) ?? []) as readonly {
      readonly name: string;
      readonly exclude?: readonly string[];
    }[];
    if (!entries.some(({ name }) => name === deployment)) throw new Error("It is no longer in settings.json.");
    const excluding = (entry: (typeof entries)[number]) => ({
      ...entry,
      exclude: [...(entry.exclude ?? []), ...patterns],
    });
    this.settings.set(
      path,
      entries.map((entry) => (entry.name === deployment ? excluding(entry) : entry)),
    );
    return { file: "settings.json", isSaved: !this.isUnsaved };
  }

  async existing(_folder: WorkspaceFolder, directories: readonly string[]): Promise<readonly string[]> {
    return directories.filter((name) => this.found.includes(name));
  }

  async files(): Promise<readonly string[]> {
    return this.jars;
  }

  async askDirectory(): Promise<string | undefined> {
    return this.directory;
  }

  async runTask(_folder: WorkspaceFolder, name: string): Promise<number | "unknown" | "missing"> {
    this.ran.push(name);
    return this.tasks.get(name) ?? "missing";
  }

  fileInFront(): string | undefined {
    return this.inFront;
  }

  async saveFile(path: string): Promise<boolean> {
    const isSaved = this.unsavedFiles.get(path) ?? true;
    if (isSaved && this.unsavedFiles.delete(path)) this.savedFiles.push(path);
    return isSaved;
  }

  async openSettings(): Promise<void> {
    this.settingsShown += 1;
  }
}

/** `package.json` as VS Code gives it in English. */
function packageJson(): unknown {
  const texts = readJson(english.manifest) as Readonly<Record<string, string>>;
  const described = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll(/%([\w.]+)%/g, (key, name: string) => texts[name] ?? key);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(described);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, described(each)]));
  };
  return described(readJson("package.json"));
}

let localized: unknown;

/** What the schema of deployments says of a field, in English. */
export function describeField(field: string): string | undefined {
  localized ??= packageJson();
  return fieldDescription(localized, field);
}
