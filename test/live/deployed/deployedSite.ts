import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import * as v from "valibot";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { findPlace, releasesIn, type Place } from "../../../src/deployments/place.ts";
import { prepareDeployment, turnAway, type PreparedDeployment } from "../../../src/deployments/preparedDeployment.ts";
import { prepareRollBack, type Ending } from "../../../src/deployments/rollBack.ts";
import { tasksOf } from "../../../src/deployments/exchange/runExchange.ts";
import { readReleases, type SiteReleases } from "../../../src/deployments/releases/pastReleases.ts";
import { prepareRelease } from "../../../src/deployments/releases/prepareRelease.ts";
import { releaseSettingOf } from "../../../src/deployments/releases/releaseFields.ts";
import { runSwitchBack, siteOf, type EarlierRelease } from "../../../src/deployments/releases/switchBack.ts";
import { runDeployment, runEndUnfinished, runRollBack } from "../../../src/deployments/runDeployment.ts";
import type { ScriptContext } from "../../../src/deployments/serverRun.ts";
import { readPastDeployments, readState } from "../../../src/deployments/siteState.ts";
import { readSource, SourceError } from "../../../src/deployments/sourceFiles.ts";
import { phpPath, resolveSteps } from "../../../src/deployments/steps/resolveSteps.ts";
import type { Step } from "../../../src/deployments/steps/step.ts";
import { steps } from "../../../src/deployments/steps/stepFields.ts";
import { identityOf, type DeployTo } from "../../../src/deployments/targetNow.ts";
import type { Call } from "../../../src/resources/resource.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { panelFailureOf } from "../../../src/wire/answers/failure.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { exchangeScript } from "../../fakes/exchangeScript.ts";
import { temporaryDirectory } from "../../fakes/storageFixture.ts";
import { note } from "../claims.ts";
import type { LiveTarget } from "../liveWindow.ts";
import type { Live } from "../onEachPanel.ts";

type DeploymentOptions = Parameters<typeof runDeployment>[2];

/** Files by relative path. */
export type Tree = Readonly<Record<string, string | Buffer>>;

/** Scripts and logs of tasks, whose names say nothing. */
const TASKS = "/www/server/cron";

/** What a deployment leaves on purpose: its website's few files, and each exchange that can be rolled back. */
const KEPT_OF_SITE = /^(?:lock|holder|remembered|history-[0-9a-z]+)$/;
const KEPT_OF_EXCHANGE =
  /^(?:[0-9a-f-]{36}|\d{8}-\d{6}-[0-9a-f]{4})(?:\/(?:about|list|record\.json|state|errors|exchange\.sh|step\.sh|job\.sh|trouble|kept|(?:old|edited)(?:\/\d+(?:\/[^/]+)?)?))?$/;

/** What it leaves of steps, also where it was taken back: how they have ended, and what they have written, for a while. */
const KEPT_OF_STEPS =
  /^(?:[0-9a-f-]{36}|\d{8}-\d{6}-[0-9a-f]{4})\/(?:told|steps(?:\/(?:digest|done|changed|\d(?:-back)?(?:\/(?:run|how|begun|out|goes|cancel|rc))?))?)$/;

/** What a window uploads before it has the script run. */
const UPLOADED =
  /^(?:[0-9a-f-]{36}|\d{8}-\d{6}-[0-9a-f]{4})(?:\/(?:exchange\.sh|errors|looked|about|list|record\.json|files\.tar\.gz.*))?$/;

/** Where a panel and a script could leave something of a deployment. */
const ELSEWHERE = ["/tmp", "/www/.Recycle_bin", "/.Recycle_bin", TASKS];

/** Prefixes of the names of tasks of ours. */
const OUR_TASK = "Server Panel ";

/** The calls of which a deployment has as many as the upload's pieces, or as the looks at its end. */
const ANY_NUMBER: readonly string[] = ["file.upload", "scheduledTask.log"];

/** A website of a panel, and a source folder that is deployed to it. */
export class DeployedSite {
  readonly name: string;
  readonly root: string;
  readonly workspace: string;
  /** Files that a panel or somebody else has put into the root, by sha1. */
  foreign: ReadonlyMap<string, string> = new Map();
  /** Operations that were called by `counted`, in their order. */
  calls: string[] = [];
  readonly #live: Live;
  /** What was elsewhere before, by directory, and our tasks in the panel's list: others may have been killed. */
  readonly #elsewhere = new Map<string, ReadonlySet<string>>();
  #oldTasks: readonly (string | undefined)[] = [];
  /** Directories of ours on the server, which the run's end removes. */
  readonly #places = new Set<string>();

  /**
   * Creates a website whose name has a word of the test in it.
   * @param root where its files are, if not where panels put them
   * @param php its version, such as `82`; `00` for none
   */
  static async create(live: Live, word: string, root?: string, php = "00"): Promise<DeployedSite> {
    const name = `${live.panel.prefix}-${word}.example.com`;
    const usual = `/www/wwwroot/${name}`;
    const site = new DeployedSite(live, name, root ?? usual, await temporaryDirectory());
    const planned = {
      domain: name,
      name,
      additionalDomains: [],
      root: usual,
      php,
      port: 80,
      typeId: 0,
      note: "",
    };
    assert.equal((await live.target.create(planned)).outcome.kind, "created");
    const { server } = live.panel;
    if (root !== undefined) await server.setRoot(name, root);
    await site.addForeign({ "foreign.txt": "not ours" });
    for (const directory of ELSEWHERE) site.#elsewhere.set(directory, new Set(await server.below(directory)));
    const to = await site.on(live.target);
    site.#oldTasks = (await site.#tasks(to)).filter(isOurTask).map((task) => task.name);
    return site;
  }

  private constructor(live: Live, name: string, root: string, workspace: string) {
    this.#live = live;
    this.name = name;
    this.root = root;
    this.workspace = workspace;
  }

  /** Puts files into the root that no deployment has placed. */
  async addForeign(files: Readonly<Record<string, string>>): Promise<void> {
    const { server } = this.#live.panel;
    for (const [path, text] of Object.entries(files)) await server.put(`${this.root}/${path}`, Buffer.from(text));
    this.foreign = await server.hashes(this.root);
  }

  get folder(): string {
    return join(this.workspace, "dist");
  }

  /** Replaces the source folder. */
  async source(files: Tree): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    for (const [path, bytes] of Object.entries(files)) {
      const file = join(this.folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
  }

  /** The sha1 of each file of the source folder. */
  async wanted(): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const hashed = files.map(
      async (file) => [file.slice(this.folder.length + 1), sha1Of(await readFile(file))] as const,
    );
    return new Map(await Promise.all(hashed));
  }

  /** Fails unless the root has these files and the foreign ones, and nothing else. */
  async assertServer(files: ReadonlyMap<string, string>, when: string): Promise<void> {
    const now = await this.#live.panel.server.hashes(this.root);
    const differing = [...new Set([...now.keys(), ...files.keys(), ...this.foreign.keys()])].filter(
      (path) => now.get(path) !== (files.get(path) ?? this.foreign.get(path)),
    );
    assert.deepEqual(differing, [], when);
  }

  /** The website on a panel, whose calls may be intercepted. */
  async on(target: LiveTarget, callFor?: (signal: AbortSignal) => Call): Promise<DeployTo> {
    const { row, key } = await target.item("site", this.name);
    const { id, name: panelName, address, guardLevel } = target.record;
    const connection = this.#live.window.services.connections.of(target.record);
    return {
      kind: "site",
      targetKind: "website",
      target: { key, label: this.name },
      row,
      panel: {
        id,
        name: panelName,
        address,
        guardLevel,
        callFor: callFor ?? ((signal) => connection.callFor(signal)),
        offers: async () => true,
      },
    };
  }

  /**
   * The website as it is, with each call noted in `calls`.
   * @param before what is done before a call
   * @param target the panel on which it is, if not reached by its own address
   */
  async counted(
    before: (operation: string, number: number) => Promise<void> = async () => undefined,
    target = this.#live.target,
  ) {
    const direct = await this.on(target);
    this.calls = [];
    return this.on(target, (signal) => async (id, params) => {
      const number = this.calls.push(id);
      await before(id, number);
      return direct.panel.callFor(signal)(id, params);
    });
  }

  /** How many of the noted calls are neither pieces of an upload nor looks at the end, and how many there are of each. */
  get callCounts(): string {
    const count = (isOne: (id: string) => boolean) => this.calls.filter(isOne).length;
    const parts = ANY_NUMBER.map((id) => `${count((each) => each === id)} ${id}`);
    return [`${count((id) => !ANY_NUMBER.includes(id))} calls`, ...parts].join(" + ");
  }

  filesOf(to: DeployTo): RemoteFiles {
    const { signal } = new AbortController();
    return new RemoteFiles(to.panel.callFor(signal), this.#live.panel.clock, signal);
  }

  async place(to: DeployTo): Promise<Place> {
    const given = {
      root: this.root,
      directory: "",
      identity: identityOf(to, to.row),
      webRoots: async () => [this.root],
    };
    const place = await findPlace(this.filesOf(to), given);
    this.#removeLater(place.site);
    return place;
  }

  /** Has the run's end remove what deployments keep of the website, and the tasks of windows that have died. */
  #removeLater(directory: string): void {
    if (this.#places.has(directory)) return;
    this.#places.add(directory);
    const { panel } = this.#live;
    panel.later(async () => panel.server.remove(directory));
    panel.later(async () => panel.server.removeTasks(tasksOf(directory)));
  }

  /** Steps as the settings state them, with what the server makes of them. */
  async steps(to: DeployTo, stated: readonly v.InferInput<typeof steps>[number][]): Promise<readonly Step[]> {
    const { php } = to.row as Site;
    const at = { place: await this.place(to), isFile: false, path: phpPath(php) };
    return resolveSteps(this.filesOf(to), v.parse(steps, stated), at);
  }

  async prepare(to: DeployTo, ran: readonly Step[] = []): Promise<PreparedDeployment> {
    const { signal } = new AbortController();
    const source = await readSource({ workspace: this.workspace, folder: "dist", exclude: [], signal });
    const given = {
      name: "site",
      website: this.name,
      source,
      place: await this.place(to),
      nested: [],
      alongside: [],
      steps: ran,
    };
    return prepareDeployment(await this.#context(to), given);
  }

  /** Prepares a release. @param fields of the setting */
  async prepareRelease(to: DeployTo, fields: object): Promise<PreparedDeployment> {
    const setting = releaseSettingOf({ mode: "releases", ...fields });
    if (setting === undefined) throw new TypeError("it has releases");
    const { signal } = new AbortController();
    const source = await readSource({ workspace: this.workspace, folder: "dist", exclude: [], signal });
    const given = { name: "site", website: this.name, source, nested: [], alongside: [], steps: [], setting };
    return prepareRelease(await this.#context(to), { ...given, place: await this.place(to), site: siteOf(to) });
  }

  async releases(to: DeployTo): Promise<SiteReleases> {
    const releases = await readReleases(await this.#context(to), siteOf(to), await this.place(to));
    assert.ok(releases !== undefined, "it has releases");
    return releases;
  }

  /** Has the website serve an earlier release. */
  async switchBack(to: DeployTo, releases: SiteReleases, earlier: EarlierRelease): Promise<Outcome> {
    return runSwitchBack(to, { releases, earlier }, await this.#options());
  }

  /** Why the source folder cannot be deployed, if it cannot. */
  async refusal(): Promise<SourceError["problem"] | undefined> {
    const { signal } = new AbortController();
    try {
      await readSource({ workspace: this.workspace, folder: "dist", exclude: [], signal });
      return undefined;
    } catch (error) {
      if (error instanceof SourceError) return error.problem;
      throw error;
    }
  }

  /** @param more what a person can say and do beside it */
  async run(to: DeployTo, prepared: PreparedDeployment, more: Partial<DeploymentOptions> = {}): Promise<Outcome> {
    const outcome = await runDeployment(to, prepared, { ...(await this.#options()), ...more });
    await turnAway(prepared, await this.#context(to));
    return outcome;
  }

  /** Ends first what was cut off, then deploys. A connection that is cut may end the preview, too. */
  async deploy(to: DeployTo): Promise<Outcome> {
    try {
      await this.recover(to);
      return await this.run(to, await this.prepare(to));
    } catch (error) {
      const failure = panelFailureOf(error);
      return { kind: "failed", failure, deployment: { deployment: "site", state: "untouched" } };
    }
  }

  /** Ends what was cut off, or is held, if anything. */
  async recover(to: DeployTo, ending: Ending = "recover"): Promise<Outcome | undefined> {
    const place = await this.place(to);
    const { unfinished } = await readState(this.filesOf(to), place);
    if (unfinished === undefined) return undefined;
    return runEndUnfinished(to, { place, unfinished, ending }, await this.#options());
  }

  /** Undoes the latest deployment. @param accepted paths that go back although they were edited since */
  async rollBack(to: DeployTo, accepted: readonly string[] = []): Promise<Outcome> {
    const place = await this.place(to);
    const undone = (await readPastDeployments(this.filesOf(to), place)).slice(0, 1);
    const prepared = await prepareRollBack(place, undone, await this.#context(to));
    return runRollBack(to, prepared, { ...(await this.#options()), accepted: new Set(accepted) });
  }

  /** Adds what a deployment or roll back claims to the table. */
  claim(operation: string, outcome: Outcome, so: string): void {
    const claimed = `${outcome.kind}, ${outcome.deployment?.state ?? "unknown"}`;
    note({ operation, panel: this.#live.panel.name, claimed, so });
  }

  /**
   * Fails if there is anything of ours beside the copies that are kept: in our directory, among the tasks, elsewhere.
   * @param haveDied windows have: what they have uploaded stays for a day, since somebody else may still be uploading
   */
  async assertNothingLeft(when: string, haveDied = false): Promise<void> {
    const { server } = this.#live.panel;
    const to = await this.on(this.#live.target);
    const place = await this.place(to);
    const kept = new Set<string>();
    for (const each of [place, releasesIn(place)])
      for (const { id } of await readPastDeployments(this.filesOf(to), each)) kept.add(id);
    const { site } = place;
    const there = await server.below(site);
    const idIn = (path: string) => path.split("/", 1)[0] ?? "";
    // what steps have written can be read for a while, also where all was taken back
    for (const path of there) if (/\/steps\/\d\/begun$/.test(path)) kept.add(idIn(path));
    const isKept = (path: string) =>
      KEPT_OF_SITE.test(path) ||
      (kept.has(idIn(path)) && (KEPT_OF_EXCHANGE.test(path) || KEPT_OF_STEPS.test(path))) ||
      (haveDied && UPLOADED.test(path));
    const left = there.filter((path) => !isKept(path)).map((path) => posix.join(site, path));
    const tasks = await this.#tasks(to);
    // panels add tasks of their own, some when they restart (docs/protocol.md 19.21), and those of others may run meanwhile for the first time
    const foreign = new Set(tasks.flatMap((task) => (isOurTask(task) ? [] : [task.file])));
    for (const [directory, before] of this.#elsewhere)
      for (const path of await server.below(directory))
        if (
          !before.has(path) &&
          (directory === TASKS ? !foreign.has(path.replace(/\.(?:log|pl)$/, "")) : isOurs(path, this.name))
        )
          left.push(posix.join(directory, path));
    for (const { name } of tasks.filter(isOurTask)) if (!this.#oldTasks.includes(name)) left.push(`task ${name}`);
    assert.deepEqual(left, [], when);
  }

  async #tasks(to: DeployTo) {
    return (await to.panel.callFor(new AbortController().signal)("scheduledTask.list", {})).rows;
  }

  /** The sha1 of each copy that is kept of this website's files. */
  async copies(): Promise<ReadonlySet<string>> {
    const { site } = await this.place(await this.on(this.#live.target));
    return new Set((await this.#live.panel.server.hashes(site)).values());
  }

  async #context(to: DeployTo): Promise<ScriptContext> {
    const callFor = (signal: AbortSignal) => to.panel.callFor(signal);
    const { signal } = new AbortController();
    return { ...(await this.#script()), callFor, clock: this.#live.panel.clock, signal, leftTasks: new Set() };
  }

  async #script() {
    return { script: await exchangeScript(), installation: "00", temporary: this.workspace };
  }

  async #options() {
    return { ...(await this.#script()), runner: this.#live.window.services.runner, computer: "live test" };
  }
}

/** The sha1 of bytes, in hex. */
export function sha1Of(bytes: string | Buffer): string {
  return createHash("sha1").update(bytes).digest("hex");
}

/** Files with numbers as names, every third of which differs with each `seed`, and perhaps a large one. */
export function numbered(seed: string, count: number, large = 0): Tree {
  const files: Record<string, string | Buffer> = { [`only-${seed}.txt`]: seed };
  for (let at = 0; at < count; at++)
    files[`d${at % 20}/${at} 中文.txt`] = at % 3 === 0 ? `${seed} ${at}` : `same ${at}`;
  if (large > 0) files["large.bin"] = Buffer.concat([Buffer.from(seed), randomBytes(large)]);
  return files;
}

/** Whether a name that was not there before has to do with a deployment: panels and the server make names of their own meanwhile. */
function isOurs(path: string, site: string): boolean {
  return path.includes(site) || /server-panel|exchange\.sh|files\.tar|[0-9a-f]{8}-[0-9a-f]{4}-|\d{8}-\d{6}-/.test(path);
}

/** Whether a task of the panel's list is ours. */
function isOurTask({ name }: { readonly name?: string | undefined }): boolean {
  return name?.startsWith(OUR_TASK) === true;
}
