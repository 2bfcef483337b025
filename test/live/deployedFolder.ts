import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../src/actions/outcome.ts";
import { findPlace } from "../../src/deployments/place.ts";
import { prepareDeployment } from "../../src/deployments/preparedDeployment.ts";
import { prepareRollBack } from "../../src/deployments/rollBack.ts";
import { runDeployment, runRollBack } from "../../src/deployments/runDeployment.ts";
import { readPastDeployments } from "../../src/deployments/siteState.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";
import { identityOf, type DeployTo } from "../../src/deployments/targetNow.ts";
import { RemoteFiles } from "../../src/serverFiles/remoteFiles.ts";
import { exchangeScript } from "../fakes/exchangeScript.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import type { Tree } from "./deployedSite.ts";
import type { Live } from "./onEachPanel.ts";

/** Deployments of a folder to a project, and the way back from the latest. */
interface FolderDeployments {
  deploy(tree: Tree): Promise<Outcome>;
  rollBack(): Promise<Outcome>;
}

/** How long a call may take. */
const LONGEST_MS = 300_000;

/** What deploys folders to the directory of a project. */
export async function deployingFolders(live: Live, to: DeployTo, root: string): Promise<FolderDeployments> {
  const { clock } = live.panel;
  const workspace = await temporaryDirectory();
  const callFor = (given: AbortSignal) => to.panel.callFor(given);
  const files = () => {
    const signal = AbortSignal.timeout(LONGEST_MS);
    return new RemoteFiles(callFor(signal), clock, signal);
  };
  const identity = identityOf(to, to.row);
  const place = await findPlace(files(), { root, directory: "", identity, webRoots: async () => [] });
  live.panel.later(async () => live.panel.server.remove(place.site));
  const common = { script: await exchangeScript(), installation: "00", temporary: await temporaryDirectory() };
  const context = () => ({
    ...common,
    callFor,
    clock,
    signal: AbortSignal.timeout(LONGEST_MS),
    leftTasks: new Set<string>(),
  });
  const options = { ...common, runner: live.window.services.runner, computer: "live test", isAgreed: true as const };
  return {
    async deploy(tree) {
      const folder = join(workspace, "dist");
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      for (const [name, text] of Object.entries(tree)) await writeFile(join(folder, name), text);
      const { signal } = context();
      const source = await readSource({ workspace, folder: "dist", exclude: [], signal });
      const given = { name: "app", website: to.target.label, source, place, nested: [], alongside: [], steps: [] };
      return runDeployment(to, await prepareDeployment(context(), given), options);
    },
    async rollBack() {
      const undone = (await readPastDeployments(files(), place)).slice(0, 1);
      const prepared = await prepareRollBack(place, undone, context());
      return runRollBack(to, prepared, { ...options, accepted: new Set() });
    },
  };
}
