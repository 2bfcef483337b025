import * as vscode from "vscode";

type FileSystem = vscode.FileSystemProvider;

/** A file system that is registered at activation, and built when VS Code first needs a file of it. */
export class LazyFileSystem implements FileSystem, vscode.Disposable {
  readonly #build: () => Promise<FileSystem>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Whose changes are passed on. */
  #built: FileSystem | undefined;

  constructor(build: () => Promise<FileSystem>) {
    this.#build = build;
  }

  watch: FileSystem["watch"] = () => new vscode.Disposable(() => undefined);

  stat: FileSystem["stat"] = async (uri) => (await this.#files()).stat(uri);

  readDirectory: FileSystem["readDirectory"] = async (uri) => (await this.#files()).readDirectory(uri);

  createDirectory: FileSystem["createDirectory"] = async (uri) => (await this.#files()).createDirectory(uri);

  readFile: FileSystem["readFile"] = async (uri) => (await this.#files()).readFile(uri);

  writeFile: FileSystem["writeFile"] = async (uri, bytes, how) => (await this.#files()).writeFile(uri, bytes, how);

  delete: FileSystem["delete"] = async (uri, how) => (await this.#files()).delete(uri, how);

  rename: FileSystem["rename"] = async (from, to, how) => (await this.#files()).rename(from, to, how);

  dispose(): void {
    this.#changed.dispose();
  }

  async #files(): Promise<FileSystem> {
    const files = await this.#build();
    if (this.#built !== files) files.onDidChangeFile((events) => this.#changed.fire(events));
    this.#built = files;
    return files;
  }
}
