import { createHash } from "node:crypto";
import { BIN, makeDirectory, type ServerFile } from "../../../src/demoPanel/serverFiles.ts";
import { FileError, type FileProblem } from "../../../src/serverFiles/fileError.ts";
import { saveFile } from "../../../src/serverFiles/saveFile.ts";
import { ServerFiles } from "../../../src/serverFiles/serverFiles.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";

export const DIRECTORY = "/www/wwwroot/edited.example.com";
export const PATH = `${DIRECTORY}/.env`;

const MTIME = 1_600_000_000;

export const sha1 = (text: string | Uint8Array) => createHash("sha1").update(text).digest("hex");

/** Files of a demo panel, as an editor sees them; the owner of what a test puts there is `www`. */
export class FilesFixture extends FaultyPanel {
  static async start(edition: KnownEdition): Promise<FilesFixture> {
    const fixture = new FilesFixture(edition, await startDemoPanel({ edition }));
    fixture.begin();
    return fixture;
  }

  begin(): void {
    makeDirectory(this.all, DIRECTORY, MTIME);
    this.all.set(DIRECTORY, { mtime: MTIME, uid: 1001, gid: 1001, mode: 0o755 });
    this.put(PATH, "old", { mode: 0o640 });
  }

  get all() {
    return this.panel.state.files;
  }

  put(path: string, text: string | Buffer | undefined, more: Partial<ServerFile> = {}): void {
    const bytes = text === undefined ? {} : { bytes: Buffer.from(text) };
    this.all.set(path, { mtime: MTIME, uid: 1001, gid: 1001, mode: 0o644, ...bytes, ...more });
  }

  text(path: string): string | undefined {
    return this.all.get(path)?.bytes?.toString();
  }

  /** Owner, group and mode of a path. */
  access(path: string): string {
    const { uid, gid, mode } = this.all.get(path) ?? {};
    return `${uid}:${gid} ${mode?.toString(8)}`;
  }

  /** What saves have left. */
  get stages(): readonly string[] {
    return [...this.all.keys()].filter((path) => /\.part_*$|\.upload\.tmp$/.test(path));
  }

  /** What is in the panel's recycle bin. */
  get binned(): readonly string[] {
    return [...this.all.keys()].filter((path) => path.startsWith(`${BIN}/`));
  }

  get files(): ServerFiles {
    const { signal } = new AbortController();
    return new ServerFiles(this.callFor(signal), this.clock, signal);
  }

  async save(text: string | Uint8Array, opened: string | Uint8Array = "old", path = PATH): Promise<void> {
    await saveFile(this.files, path, Buffer.from(text), { sha1: sha1(opened) });
  }
}

/** The problem that something ends with. */
export async function problemOf(task: Promise<unknown>): Promise<FileProblem> {
  try {
    await task;
  } catch (error) {
    if (error instanceof FileError) return error.problem;
    throw error;
  }
  throw new Error("it succeeded");
}

/** The kind of that problem; `undefined` if there is none. */
export async function kindOf(task: Promise<unknown>): Promise<FileProblem["kind"] | undefined> {
  try {
    await task;
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return error.problem.kind;
    throw error;
  }
}
