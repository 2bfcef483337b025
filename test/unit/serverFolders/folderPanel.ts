import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { makeDirectory, type ServerFile } from "../../../src/demoPanel/serverFiles.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import type { FolderJobs } from "../../../src/serverFolders/folderJob.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

export const DIRECTORY = "/www/wwwroot/folder.example.com";

const MTIME = 1_600_000_000;
const WWW = { uid: 1001, gid: 1001 };

/** A demo panel with a directory of `www`, and a folder of this computer; scripts run, and time passes faster. */
export class FolderPanel extends FaultyPanel {
  readonly folder: string;
  readonly pace = new SteppedClock({ speed: 5 });
  readonly leftTasks = new Set<string>();
  readonly stopping = new AbortController();

  private constructor(edition: KnownEdition, panel: DemoPanel, folder: string) {
    super(edition, panel);
    this.folder = folder;
    makeDirectory(this.all, DIRECTORY, MTIME);
    this.all.set(DIRECTORY, { mtime: MTIME, ...WWW, mode: 0o755 });
  }

  /** @param tools programs before those of its server, as text of `sh` */
  static async start(edition: KnownEdition, tools: Readonly<Record<string, string>> = {}): Promise<FolderPanel> {
    const folder = await mkdtemp(join(tmpdir(), "folder-"));
    return new FolderPanel(edition, await startDemoPanel({ edition, tools }), folder);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get all() {
    return this.panel.state.files;
  }

  get jobs(): FolderJobs {
    const { signal } = this.stopping;
    return { shippedScript, context: { callFor: this.callFor, clock: this.pace, signal, leftTasks: this.leftTasks } };
  }

  get remote(): RemoteFiles {
    const { signal } = this.stopping;
    return new RemoteFiles(this.callFor(signal), this.pace, signal);
  }

  /** Puts a file of `www` into the directory, or what `more` makes of it. */
  put(path: string, content: string | Buffer, more: Partial<ServerFile> = {}): void {
    const at = posix.join(DIRECTORY, path);
    for (let above = posix.dirname(at); !this.all.has(above); above = posix.dirname(above))
      this.all.set(above, { mtime: MTIME, ...WWW, mode: 0o755 });
    this.all.set(at, { mtime: MTIME, ...WWW, mode: 0o644, bytes: Buffer.from(content), ...more });
  }

  text(path: string): string | undefined {
    return this.all.get(posix.join(DIRECTORY, path))?.bytes?.toString();
  }

  /** The paths below the directory. */
  get paths(): readonly string[] {
    return [...this.all.keys()]
      .filter((path) => path.startsWith(`${DIRECTORY}/`))
      .map((path) => path.slice(DIRECTORY.length + 1))
      .toSorted();
  }

  /** What jobs have left. */
  get left(): readonly string[] {
    return [...this.all.keys()].filter((path) => /\/server-panel\/jobs\/[a-z]+-/.test(path));
  }
}
