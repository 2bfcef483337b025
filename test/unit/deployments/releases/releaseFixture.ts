import { writeSiteConfiguration } from "../../../../src/demoPanel/nginxConfiguration.ts";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import { inspectAbandoned } from "../../../../src/deployments/abandonedDeployment.ts";
import { DeployedAddress } from "../../../../src/deployments/askAddress.ts";
import { checkStage, type Checks } from "../../../../src/deployments/checkStage.ts";
import { deploy, type Deployed } from "../../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../../src/deployments/deploymentProcedure.ts";
import type { Result } from "../../../../src/deployments/deploymentResult.ts";
import { releasesIn } from "../../../../src/deployments/place.ts";
import type { PreparedDeployment } from "../../../../src/deployments/preparedDeployment.ts";
import { turnAway } from "../../../../src/deployments/preparedDeployment.ts";
import { readReleases, type SiteReleases } from "../../../../src/deployments/releases/pastReleases.ts";
import { prepareRelease } from "../../../../src/deployments/releases/prepareRelease.ts";
import { releaseSettingOf } from "../../../../src/deployments/releases/releaseFields.ts";
import { endRelease } from "../../../../src/deployments/releases/endRelease.ts";
import { begunRelease } from "../../../../src/deployments/releases/switchBack.ts";
import { endUnfinished, type Ending } from "../../../../src/deployments/rollBack.ts";
import { readState } from "../../../../src/deployments/siteState.ts";
import { stillServed } from "../../../../src/deployments/releases/stillServed.ts";
import { switchStage } from "../../../../src/deployments/releases/switchStage.ts";
import { readSource } from "../../../../src/deployments/sourceFiles.ts";
import { throughStages } from "../../../../src/deployments/stages.ts";
import { namedSteps } from "../../../../src/deployments/steps/namedStep.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { settled, stepsStage } from "../../../../src/deployments/steps/stepsStage.ts";
import type { NestedRoot } from "../../../../src/deployments/targetRoot.ts";
import type { KnownEdition } from "../../../../src/wire/answers/operation.ts";
import type { Site } from "../../../../src/wire/operations/sites.ts";
import { DeployFixture, ROOT, type Tree } from "../deployFixture.ts";

export const NAME = "deployed.example.com";

const CONFIGURATION = `/www/server/panel/vhost/nginx/${NAME}.conf`;

/** Fields of the setting that are about releases. */
export interface ReleaseFields {
  readonly served?: string;
  readonly shared?: readonly string[];
  readonly keep?: number;
  readonly steps?: readonly Step[];
  /** Names that are deployed although they usually are not. */
  readonly takesIn?: readonly string[];
  /** Roots of other websites below this one's. */
  readonly nested?: readonly NestedRoot[];
}

/** A website with releases on a demo panel, whose server has a real shell. The caller stops it. */
export class ReleaseFixture {
  readonly used: DeployFixture;
  readonly site: Site;

  private constructor(used: DeployFixture, site: Site) {
    this.used = used;
    this.site = site;
  }

  static async start(edition: KnownEdition, path?: string): Promise<ReleaseFixture> {
    const used = await DeployFixture.start(edition, path, { runsCommands: true });
    const { state } = used.panel;
    const id = 97;
    const record = { id, name: NAME, path: ROOT, running: true, note: "", typeId: 0, domains: [NAME] };
    state.sites.push({ ...record, projectType: "PHP", php: "8.2", certificate: undefined });
    writeSiteConfiguration(state.files, record, 1);
    const site: Site = {
      id,
      name: NAME,
      root: ROOT,
      running: true,
      note: "",
      type: "PHP",
      php: "8.2",
      certificate: undefined,
      server: undefined,
    };
    return new ReleaseFixture(used, site);
  }

  async stop(): Promise<void> {
    await this.used.stop();
  }

  /** The directory that the website serves by its configuration, below the website's own. */
  get runPath(): string {
    return /root ([^;]+);/.exec(this.configuration)?.[1]?.slice(ROOT.length) ?? "none";
  }

  get configuration(): string {
    return this.used.panel.state.files.get(CONFIGURATION)?.bytes?.toString() ?? "";
  }

  /** Has the configuration of the website be another one, as somebody else does. */
  configure(change: (text: string) => string): void {
    const { files } = this.used.panel.state;
    const entry = { mtime: 1, uid: 0, gid: 0, mode: 0o644 };
    files.set(CONFIGURATION, { ...entry, bytes: Buffer.from(change(this.configuration)) });
  }

  /** Has nginx refuse all configurations because of another website's, and returns what mends that. */
  breakOther(): () => void {
    const { files } = this.used.panel.state;
    const other = "/www/server/panel/vhost/nginx/other.example.com.conf";
    files.set(other, { mtime: 1, uid: 0, gid: 0, mode: 0o644, bytes: Buffer.from("rooot /x;\n") });
    return () => files.delete(other);
  }

  /** Has the server not say which workers nginx has. */
  hideWorkers(): void {
    const { files } = this.used.panel.state;
    for (const path of files.keys()) if (path.endsWith("/children")) files.delete(path);
  }

  /** What visitors see, by its path. */
  get visible(): Tree {
    const { server } = this.used;
    const served = this.runPath === "" ? "" : `${this.runPath.slice(1)}/`;
    return Object.fromEntries(
      Object.entries(server).flatMap(([path, text]) => {
        const isSeen = path.startsWith(served) && !(served === "" && path.startsWith("releases-"));
        return isSeen ? [[path.slice(served.length), text]] : [];
      }),
    );
  }

  /** The names of the releases that are there. */
  get names(): readonly string[] {
    this.used.panel.shell.synchronise();
    return [...this.used.panel.state.files.keys()].flatMap((path) => {
      const [, name] = /^\/releases-[\da-f]{16}\/([^/]+)$/.exec(path.slice(ROOT.length)) ?? [];
      return path.startsWith(`${ROOT}/`) && name !== undefined ? [name] : [];
    });
  }

  /** The names of the releases that stay for requests that still run in them. */
  get visited(): readonly string[] {
    const marked = /\/([^/]+)\/visited$/;
    this.used.panel.shell.synchronise();
    return [...this.used.panel.state.files.keys()].flatMap((path) => marked.exec(path)?.[1] ?? []);
  }

  async prepare(
    { steps = [], takesIn = [], nested = [], ...fields }: ReleaseFields = {},
    site: Site = this.site,
  ): Promise<PreparedDeployment> {
    const { used } = this;
    const { signal } = new AbortController();
    const source = await readSource({
      workspace: used.workspace,
      folder: "dist",
      exclude: takesIn.map((name) => `!${name}`),
      signal,
    });
    const setting = releaseSettingOf({ mode: "releases", ...fields });
    if (setting === undefined) throw new TypeError("it has releases");
    const given = { name: "site", website: NAME, source, nested, alongside: [], steps };
    return prepareRelease(used.context(), { ...given, place: await used.place(), site, setting });
  }

  /** Deploys what was prepared, through all that follows. */
  async run(prepared: PreparedDeployment, checks: Checks = {}, changes: Partial<RunContext> = {}): Promise<Deployed> {
    const { release } = prepared;
    if (release === undefined) throw new TypeError("it is no release");
    const context = this.context(changes);
    const address = checks.address === undefined ? undefined : new DeployedAddress(checks.address);
    const looking: RunContext = {
      ...context,
      async lookAgain(signal) {
        await context.lookAgain(signal);
        await address?.askBefore(signal);
      },
    };
    const stages = [switchStage(release), stepsStage(checks.rollsBack === true), checkStage(address, checks)];
    try {
      const counting = await settled(await throughStages(await deploy(prepared, looking), stages, context), context);
      return await stillServed(release, context, counting);
    } finally {
      await turnAway(prepared, context);
    }
  }

  async deploy(fields: ReleaseFields = {}, checks: Checks = {}, site: Site = this.site): Promise<Deployed> {
    return this.run(await this.prepare(fields, site), checks);
  }

  context(changes: Partial<RunContext> = {}): RunContext {
    return { ...this.used.context(), waitMs: 20_000, ...changes } as RunContext;
  }

  async releases(): Promise<SiteReleases | undefined> {
    return readReleases(this.context(), this.site, await this.used.place());
  }

  async place() {
    return releasesIn(await this.used.place());
  }

  /** Ends what was cut off, as a person does in another window; `undefined`: nothing was. */
  async end(ending: Ending = "recover"): Promise<Result | undefined> {
    const place = await this.place();
    const { unfinished } = await readState(this.used.files, place);
    if (unfinished === undefined) return undefined;
    const { id, record } = unfinished;
    if (record?.release === undefined) return endUnfinished(place, unfinished, ending, this.context());
    const { release } = record;
    return endRelease(this.site, place, { id, record: { ...record, release } }, ending, this.context());
  }

  /** What a new window finds out of a deployment whose window has died. */
  async inspect({ place, run, state, steps, release }: PreparedDeployment): Promise<Outcome> {
    if (release === undefined) throw new TypeError("it is no release");
    const begun = {
      verb: "deploy",
      deployment: "site",
      targetKind: "website",
      place,
      ids: [run.id],
      after: state.last?.id,
      steps: namedSteps(steps),
      release: begunRelease(release),
    };
    const { signal } = new AbortController();
    return inspectAbandoned("site", begun, this.used.callFor(signal), this.used.clock, signal);
  }
}
