import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { deploy, type DeployContext } from "../../../src/deployments/deploy.ts";
import type { Result } from "../../../src/deployments/deploymentResult.ts";
import { findPlace, type Place } from "../../../src/deployments/place.ts";
import { prepareDeployment, turnAway, type PreparedDeployment } from "../../../src/deployments/preparedDeployment.ts";
import { endUnfinished, prepareRollBack, rollBack, type Ending } from "../../../src/deployments/rollBack.ts";
import { readPastDeployments, readState, type SiteState } from "../../../src/deployments/siteState.ts";
import { readSource } from "../../../src/deployments/sourceFiles.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
import type { ServerScripts } from "../../../src/deployments/exchange/scriptReader.ts";
import { exchangeScript } from "../../fakes/exchangeScript.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";

export const ROOT = "/www/wwwroot/deployed.example.com";

/** Where the servers keeps what is ours. */
export const OURS = "/www/backup/server-panel";

/** Options of a demo panel that a test may change. */
type LiveOptions = { -readonly [Option in keyof DemoPanelOptions]: DemoPanelOptions[Option] };

/** Files of a directory by their relative path. */
export type Tree = Readonly<Record<string, string>>;

/** A tree in the order in which `server` has it. */
export function sorted(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A source folder and a demo panel's website; what is called may fail. */
export class DeployFixture extends FaultyPanel {
  readonly workspace: string;
  readonly script: ServerScripts;
  readonly phases: string[] = [];
  /** Of the demo panel, which reads them again at each request. */
  readonly options: LiveOptions;

  private constructor(
    edition: KnownEdition,
    workspace: string,
    { panel, options }: { readonly panel: DemoPanel; readonly options: LiveOptions },
    script: ServerScripts,
  ) {
    super(edition, panel);
    this.options = options;
    this.workspace = workspace;
    this.script = script;
  }

  /** @param path the PATH on which the server finds programs, instead of this process's */
  static async start(
    edition: KnownEdition,
    path?: string,
    more: Pick<DemoPanelOptions, "runsCommands" | "tools"> = {},
  ): Promise<DeployFixture> {
    const workspace = await mkdtemp(join(tmpdir(), "deploy-"));
    // clocks leap: what takes its time would come too late
    const delays = { javaProcess: 0, javaListen: 0, javaEnd: 0 };
    const options: LiveOptions = { edition, delays, ...(path !== undefined && { path }), ...more };
    const panel = await startDemoPanel(options);
    // they would have to be laid out for each panel's scripts
    const others = [...panel.state.files.keys()].filter((file) => file.startsWith("/www/wwwroot/"));
    for (const file of others) panel.state.files.delete(file);
    const fixture = new DeployFixture(edition, workspace, { panel, options }, await exchangeScript());
    fixture.put({ ".user.ini": "open_basedir", "foreign.txt": "not ours", "index.html": "old" });
    const ini = `${ROOT}/.user.ini`;
    const { files } = panel.state;
    files.set(ini, { mtime: 1_600_000_000, uid: 0, gid: 0, mode: 0o644, ...files.get(ini), isLocked: true });
    return fixture;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.workspace, { recursive: true, force: true });
  }

  /** Writes files into the website's root on the server, as somebody else does. */
  put(files: Tree, mtime = 1_600_000_000): void {
    const all = this.panel.state.files;
    const entry = { mtime, uid: 1001, gid: 1001 };
    const directories = ["/www", "/www/wwwroot", ROOT];
    for (const path of Object.keys(files)) {
      const names = path.split("/").slice(0, -1);
      for (let count = 1; count <= names.length; count++) directories.push(posix.join(ROOT, ...names.slice(0, count)));
    }
    for (const directory of directories) if (!all.has(directory)) all.set(directory, { ...entry, mode: 0o755 });
    for (const [path, text] of Object.entries(files))
      all.set(`${ROOT}/${path}`, { ...entry, mode: 0o644, bytes: Buffer.from(text) });
    this.panel.shell.synchronise();
  }

  /** Makes a directory of the website a symbolic link to somewhere else, as somebody else does. */
  link(directory: string): void {
    const elsewhere = { mtime: 1, uid: 0, gid: 0, mode: 0o755 };
    const all = this.panel.state.files;
    const below = `${ROOT}/${directory}/`;
    for (const [path, file] of all)
      if (path.startsWith(below)) {
        all.delete(path);
        all.set(`/elsewhere/${path.slice(below.length)}`, file);
      }
    for (let above = posix.dirname(`${ROOT}/${directory}`); !all.has(above); above = posix.dirname(above))
      all.set(above, elsewhere);
    all.set("/elsewhere", elsewhere);
    all.set(`${ROOT}/${directory}`, { ...elsewhere, linkTo: "/elsewhere" });
    this.panel.shell.synchronise();
  }

  /** The files below the website's root on the server. */
  get server(): Tree {
    return this.below(ROOT);
  }

  below(directory: string): Tree {
    this.panel.shell.synchronise();
    const found: Record<string, string> = {};
    for (const [path, { bytes }] of this.panel.state.files)
      if (path.startsWith(`${directory}/`) && bytes !== undefined)
        found[path.slice(directory.length + 1)] = bytes.toString();
    return sorted(found);
  }

  /** Everything of ours on the server but what the script keeps on purpose: each exchange that can be rolled back, with its copies. */
  async leftovers(): Promise<readonly string[]> {
    const kept = (await this.past()).map(({ id }) => id);
    const { site } = await this.place();
    const own = new RegExp(`^(?:lock|holder|unfinished|history-[0-9a-z]+)$`);
    const ids = new RegExp(
      `^(?:${kept.join("|") || "none"})/(?:about|list|record\\.json|state|errors|exchange\\.sh|old/\\d+(?:/[^/]+)?)$`,
    );
    return Object.keys(this.below(site)).filter((path) => !own.test(path) && !ids.test(path));
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

  /** @param identity of the website */
  async place(directory = "", identity: readonly [string, string] = ["1", "deployed.example.com"]): Promise<Place> {
    return findPlace(this.files, { root: ROOT, directory, identity, webRoots: async () => [ROOT] });
  }

  async prepare({
    nested = [],
    name = "site",
    alongside = [],
    steps = [],
    ...given
  }: Partial<
    Pick<PreparedDeployment, "nested" | "place" | "name" | "alongside" | "steps">
  > = {}): Promise<PreparedDeployment> {
    const { signal } = new AbortController();
    const source = await readSource({ workspace: this.workspace, folder: "dist", exclude: [], signal });
    const place = given.place ?? (await this.place());
    return prepareDeployment(this.context(), {
      name,
      website: "deployed.example.com",
      source,
      place,
      nested,
      alongside,
      steps,
    });
  }

  /** As `prepare`, of a person who turns away. */
  async plan(given: Parameters<DeployFixture["prepare"]>[0] = {}): Promise<PreparedDeployment> {
    const prepared = await this.prepare(given);
    await turnAway(prepared, this.context());
    return prepared;
  }

  context(changes: Partial<DeployContext> = {}): DeployContext {
    return {
      callFor: this.callFor,
      clock: this.clock,
      signal: new AbortController().signal,
      script: this.script,
      installation: "aa",
      temporary: this.workspace,
      leftTasks: new Set(),
      by: { computer: "here", at: this.clock.wallTime() },
      lookAgain: async () => undefined,
      onPhase: (phase) => void this.phases.push(phase),
      onStep: () => undefined,
      onOutput: () => undefined,
      failureIn: (error) => {
        if (error instanceof PanelError) return error.failure;
        throw error;
      },
      ...changes,
    };
  }

  async deploy(changes: Partial<DeployContext> = {}): Promise<Result> {
    const prepared = await this.prepare();
    try {
      return await deploy(prepared, this.context(changes));
    } finally {
      await turnAway(prepared, this.context());
    }
  }

  /** The deployments that can be rolled back, the latest first. */
  async past() {
    return readPastDeployments(this.files, await this.place());
  }

  async state(): Promise<SiteState> {
    return readState(this.files, await this.place());
  }

  async rollBack(count = 1, accepted: readonly string[] = []): Promise<Result> {
    const undone = (await this.past()).slice(0, count);
    const prepared = await prepareRollBack(await this.place(), undone, this.context());
    return rollBack(prepared, new Set(accepted), this.context());
  }

  /** Ends what was cut off; `undefined`: nothing was. */
  async end(ending: Ending = "recover"): Promise<Result | undefined> {
    const { unfinished } = await this.state();
    return unfinished && endUnfinished(await this.place(), unfinished, ending, this.context());
  }

  /** What a person does after a cut: ends it if need be, and deploys. */
  async again(): Promise<Result> {
    this.fault = () => undefined;
    await this.end();
    return this.deploy();
  }

  /** Tasks of ours that are in the panel's list. */
  tasks(): readonly string[] {
    return this.panel.state.scheduledTasks.map(({ name }) => name).filter((name) => name.startsWith("Server Panel"));
  }

  /** Names of files that a deployment has left on this computer. */
  async left(): Promise<readonly string[]> {
    return (await readdir(this.workspace)).filter((name) => name !== "dist");
  }
}
