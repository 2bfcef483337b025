import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LockOwner } from "../../../src/actions/deploymentEnd.ts";
import {
  deploy,
  finishUnfinished,
  rollBack,
  type DeployContext,
  type Result,
} from "../../../src/deployments/deploy.ts";
import { prepareDeployment, type PreparedDeployment } from "../../../src/deployments/preparedDeployment.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { readState, statePaths } from "../../../src/deployments/remoteState.ts";
import { readSource } from "../../../src/deployments/sourceFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";

export const ROOT = "/www/wwwroot/deployed.example.com";

/** Files of a directory by their relative path. */
export type Tree = Readonly<Record<string, string>>;

/** A source folder and a demo panel's website; what is called may fail. */
export class DeployFixture extends FaultyPanel {
  readonly workspace: string;
  #deployments = 0;
  readonly phases: string[] = [];

  private constructor(edition: KnownEdition, workspace: string, panel: DemoPanel) {
    super(edition, panel);
    this.workspace = workspace;
  }

  static async start(edition: KnownEdition): Promise<DeployFixture> {
    const workspace = await mkdtemp(join(tmpdir(), "deploy-"));
    const fixture = new DeployFixture(edition, workspace, await startDemoPanel({ edition }));
    fixture.put({ ".user.ini": "open_basedir", "foreign.txt": "not ours", "index.html": "old" });
    return fixture;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.workspace, { recursive: true, force: true });
  }

  /** Writes files into the website's root on the server, as somebody else does. */
  put(files: Tree): void {
    const all = this.panel.state.files;
    const entry = { mtime: 1_600_000_000, uid: 1001, gid: 1001 };
    for (const directory of ["/www", "/www/wwwroot", ROOT])
      if (!all.has(directory)) all.set(directory, { ...entry, mode: 0o755 });
    for (const [path, text] of Object.entries(files))
      all.set(`${ROOT}/${path}`, { ...entry, mode: 0o644, bytes: Buffer.from(text) });
  }

  /** Makes a directory of the website a symbolic link to somewhere else, as somebody else does. */
  link(directory: string): void {
    const elsewhere = { mtime: 1, uid: 0, gid: 0, mode: 0o755 };
    const all = this.panel.state.files;
    const below = `${ROOT}/${directory}/`;
    for (const [path, file] of all) if (path.startsWith(below)) all.set(`/elsewhere/${path.slice(below.length)}`, file);
    all.set("/elsewhere", elsewhere);
    all.set(`${ROOT}/${directory}`, { ...elsewhere, linkTo: "/elsewhere" });
  }

  /** The files below the website's root on the server. */
  get server(): Tree {
    return this.below(ROOT);
  }

  below(directory: string): Tree {
    const found: Record<string, string> = {};
    for (const [path, { bytes }] of this.panel.state.files)
      if (path.startsWith(`${directory}/`) && bytes !== undefined)
        found[path.slice(directory.length + 1)] = bytes.toString();
    return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Replaces the source folder. */
  async source(files: Tree): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  get folder(): string {
    return join(this.workspace, "dist");
  }

  get files(): RemoteFiles {
    const { signal } = new AbortController();
    return new RemoteFiles(this.callFor(signal), this.clock, signal);
  }

  readonly paths = statePaths(ROOT, "");

  async prepare({
    nested = [],
    target = ROOT,
  }: Partial<Pick<PreparedDeployment, "nested" | "target">> = {}): Promise<PreparedDeployment> {
    const { signal } = new AbortController();
    const source = await readSource({ workspace: this.workspace, folder: "dist", exclude: [], signal });
    return prepareDeployment(this.files, {
      name: "site",
      folder: this.folder,
      source,
      root: ROOT,
      target,
      nested,
      paths: this.paths,
    });
  }

  context(changes: Partial<DeployContext> = {}): DeployContext & { readonly temporary: string } {
    return {
      callFor: this.callFor,
      clock: this.clock,
      signal: new AbortController().signal,
      by: {
        id: `00-${(this.#deployments += 1)}`,
        deployment: "site",
        installation: "aa",
        computer: "here",
        at: this.clock.wallTime(),
      },
      mayTake: ({ installation }: LockOwner) => installation === "aa",
      onPhase: (phase) => void this.phases.push(phase),
      failureIn: (error) => {
        if (error instanceof PanelError) return error.failure;
        throw error;
      },
      temporary: this.workspace,
      ...changes,
    };
  }

  async deploy(changes: Partial<DeployContext> = {}): Promise<Result> {
    return deploy(await this.prepare(), this.context(changes));
  }

  async rollBack(count = 1): Promise<Result> {
    const { history } = await readState(this.files, this.paths);
    const ids = history.slice(0, count).map(({ id }) => id);
    return rollBack(this.paths, ids, this.context());
  }

  /** What a person does after a cut: goes back if need be, and deploys. */
  async again(): Promise<Result> {
    this.fault = () => undefined;
    const { unfinished } = await readState(this.files, this.paths);
    if (unfinished !== undefined) await finishUnfinished(this.paths, this.context());
    return this.deploy();
  }

  /** Names of files that a deployment has left on this computer. */
  async left(): Promise<readonly string[]> {
    return (await readdir(this.workspace)).filter((name) => name !== "dist");
  }
}
