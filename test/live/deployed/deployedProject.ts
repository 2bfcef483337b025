import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as v from "valibot";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { prepareFile, readBuiltFile } from "../../../src/deployments/deployFile.ts";
import { readDeployments } from "../../../src/deployments/deploymentSetting.ts";
import { findPlace, type Place } from "../../../src/deployments/place.ts";
import { prepareDeployment, turnAway } from "../../../src/deployments/preparedDeployment.ts";
import { prepareRollBack } from "../../../src/deployments/rollBack.ts";
import { runDeployment, runRollBack } from "../../../src/deployments/runDeployment.ts";
import type { ScriptContext } from "../../../src/deployments/serverRun.ts";
import { readPastDeployments } from "../../../src/deployments/siteState.ts";
import { readSource } from "../../../src/deployments/sourceFiles.ts";
import type { Step } from "../../../src/deployments/steps/step.ts";
import type { steps } from "../../../src/deployments/steps/stepFields.ts";
import { broughtAs, targetKindOf } from "../../../src/deployments/targetKinds.ts";
import { identityOf, type DeployTo } from "../../../src/deployments/targetNow.ts";
import { placeOfFile } from "../../../src/deployments/window/foundPlace.ts";
import { readSteps } from "../../../src/deployments/window/readSteps.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { exchangeScript } from "../../fakes/exchangeScript.ts";
import { temporaryDirectory } from "../../fakes/storageFixture.ts";
import type { Tree } from "./deployedSite.ts";
import type { Live } from "../onEachPanel.ts";

/** Steps as the settings state them. */
type StatedSteps = v.InferInput<typeof steps>;

/** Deployments to a project, and the way back from the latest. */
interface ProjectDeployments<Brought> {
  /** @param onOutput called with what steps write */
  deploy(brought: Brought, stated?: StatedSteps, onOutput?: (text: string) => void): Promise<Outcome>;
  rollBack(): Promise<Outcome>;
}

/** How long a call may take. */
const LONGEST_MS = 300_000;

/** What deployments to a project have in common: where they go, and how. */
async function deploying(live: Live, to: DeployTo, find: (context: ScriptContext) => Promise<Place>) {
  const workspace = await temporaryDirectory();
  const common = { script: await exchangeScript(), temporary: await temporaryDirectory(), installation: "00" };
  const context = (): ScriptContext => ({
    ...common,
    callFor: (given) => to.panel.callFor(given),
    clock: live.panel.clock,
    signal: AbortSignal.timeout(LONGEST_MS),
    leftTasks: new Set(),
  });
  const { runner } = live.window.services;
  const options = { ...common, runner, computer: "live test", isAgreed: true } as const;
  const place = await find(context());
  live.panel.later(async () => live.panel.server.remove(place.site));
  return {
    workspace,
    place,
    context,
    options,

    /** Steps as a person is asked about them. */
    async steps(brings: object, stated: StatedSteps = []): Promise<readonly Step[]> {
      const entry = { name: "app", project: to.target.label, ...brings, steps: stated };
      const [deployment] = readDeployments([entry]).deployments;
      assert.ok(deployment, "the settings would refuse it");
      const named = await readSteps(context(), { to, place }, { folder: { name: "app", path: workspace }, deployment });
      return named?.seen.steps ?? [];
    },

    async rollBack(): Promise<Outcome> {
      const { callFor, clock, signal, ...others } = context();
      const undone = (await readPastDeployments(new RemoteFiles(callFor(signal), clock, signal), place)).slice(0, 1);
      const prepared = await prepareRollBack(place, undone, { callFor, clock, signal, ...others });
      return runRollBack(to, prepared, { ...options, accepted: new Set() });
    },
  };
}

/** What deploys folders to the directory of a project. */
export async function deployingFolders(live: Live, to: DeployTo, root: string): Promise<ProjectDeployments<Tree>> {
  const identity = identityOf(to, to.row);
  const own = await deploying(live, to, async ({ callFor, clock, signal }) => {
    const files = new RemoteFiles(callFor(signal), clock, signal);
    return findPlace(files, { root, directory: "", identity, webRoots: async () => [] });
  });
  return {
    async deploy(tree, stated, onOutput = () => undefined) {
      const { workspace, place } = own;
      const folder = join(workspace, "dist");
      await rm(folder, { recursive: true, force: true });
      for (const [name, text] of Object.entries(tree)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const context = own.context();
      const source = await readSource({ workspace, folder: "dist", exclude: [], signal: context.signal });
      const website = to.target.label;
      const ran = await own.steps({ source: "dist" }, stated);
      const given = { name: "app", website, source, place, nested: [], alongside: [], steps: ran };
      const prepared = await prepareDeployment(context, given);
      const outcome = await runDeployment(to, prepared, { ...own.options, onOutput });
      await turnAway(prepared, own.context());
      return outcome;
    },
    rollBack: async () => own.rollBack(),
  };
}

/** What replaces the program of a project. */
export async function deployingPrograms(live: Live, to: DeployTo): Promise<ProjectDeployments<Buffer>> {
  const brought = broughtAs(targetKindOf(to), "file");
  const file = brought.onServer(to.row) ?? "";
  const own = await deploying(live, to, async (context) => placeOfFile(context, { to, brought, file }));
  return {
    async deploy(bytes, stated, onOutput = () => undefined) {
      const { workspace, place } = own;
      const path = join(workspace, "built");
      await writeFile(path, bytes);
      const context = own.context();
      const local = await readBuiltFile(path, workspace, context.signal);
      const { mustRun = false } = brought;
      const ran = await own.steps({ program: "built" }, stated);
      const given = { name: "app", project: to.target.label, local, place, mustRun, steps: ran };
      const prepared = await prepareFile(context, given);
      const options = { ...own.options, onOutput, shownPath: "built" };
      return runDeployment(to, prepared, options);
    },
    rollBack: async () => own.rollBack(),
  };
}
