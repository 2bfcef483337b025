import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../src/connection/panelConnection.ts";
import { deploy } from "../../src/deployments/deploy.ts";
import { prepareDeployment, type PreparedDeployment } from "../../src/deployments/preparedDeployment.ts";
import type { DeployContext } from "../../src/deployments/deploy.ts";
import type { RunContext } from "../../src/deployments/deploymentProcedure.ts";
import { findPlace, type Place } from "../../src/deployments/place.ts";
import { prepareRollBack, rollBack } from "../../src/deployments/rollBack.ts";
import { readPastDeployments } from "../../src/deployments/siteState.ts";
import { RemoteFiles } from "../../src/serverFiles/remoteFiles.ts";
import { throughStages } from "../../src/deployments/stages.ts";
import type { Step } from "../../src/deployments/steps/step.ts";
import { settled, stepsStage } from "../../src/deployments/steps/stepsStage.ts";
import { exchangeScript } from "../fakes/exchangeScript.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";
import { newPanelRecord } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Call } from "../../src/resources/resource.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { TestLog } from "../fakes/storageFixture.ts";

/** The website's root on the panel that is measured. */
export const ROOT = "/www/wwwroot/bench.example.com";

/** The panel of `deployServer.ts`. */
export interface BenchPanel {
  readonly address: string;
  readonly key: string;
}

const never = new AbortController().signal;

/** Deployments from folders below a directory. The caller disposes it. */
export class DeployRun {
  readonly #root: string;
  readonly #connection: PanelConnection;
  /** Operations that were called. */
  readonly called: OperationId[] = [];

  constructor(root: string, { address, key }: BenchPanel) {
    this.#root = root;
    const record = newPanelRecord({ id: "bench", name: "bench", address, keyRef: "key" });
    this.#connection = new PanelConnection(record, {
      guard: new LockoutGuard({ root, clock: systemClock, log: new TestLog() }),
      clock: systemClock,
      createTransport,
      apiKey: async () => key,
      onCall: (_record, { operation }) => void this.called.push(operation),
    });
  }

  get call(): Call {
    return this.#connection.callFor(never);
  }

  /** @param directory below the website's root */
  async prepare(folder: string, directory: string, steps: readonly Step[] = []): Promise<PreparedDeployment> {
    const source = await readSource({ workspace: this.#root, folder, exclude: [], signal: never });
    const place = await this.place(directory);
    const given = { name: "bench", website: "bench", source, place, nested: [], alongside: [], steps };
    return prepareDeployment(await this.#context(), given);
  }

  /** @param directory below the website's root */
  async place(directory: string): Promise<Place> {
    const wanted = { root: ROOT, directory, identity: ["1", "bench"] as const, webRoots: async () => [ROOT] };
    return findPlace(this.#files, wanted);
  }

  get #files(): RemoteFiles {
    return new RemoteFiles(this.call, systemClock, never);
  }

  async #context(): Promise<DeployContext> {
    return {
      callFor: (signal) => this.#connection.callFor(signal),
      clock: systemClock,
      signal: never,
      script: await exchangeScript(),
      installation: "00",
      temporary: this.#root,
      leftTasks: new Set(),
      by: { computer: "bench", at: 0 },
      lookAgain: async () => undefined,
      onPhase: () => undefined,
      onStep: () => undefined,
      onOutput: () => undefined,
      failureIn: (error) => {
        throw error;
      },
    };
  }

  /** Reads the folder, compares it with the panel, deploys it and has its steps run. */
  async deploy(folder: string, directory: string, steps: readonly Step[] = []): Promise<void> {
    const prepared = await this.prepare(folder, directory, steps);
    // what runs steps restarts no process
    const context = (await this.#context()) as RunContext;
    const deployed = await throughStages(await deploy(prepared, context), [stepsStage(false)], context);
    const { end } = await settled(deployed, context);
    if (end.state !== "wanted" || end.problem !== undefined) throw new Error(`deployed: ${JSON.stringify(end)}`);
  }

  /** Reads the latest deployment, compares it with the panel and undoes it. */
  async rollBack(directory: string): Promise<void> {
    const place = await this.place(directory);
    const latest = (await readPastDeployments(this.#files, place)).slice(0, 1);
    const prepared = await prepareRollBack(place, latest, await this.#context());
    const { end } = await rollBack(prepared, new Set(), await this.#context());
    if (end.state !== "wanted") throw new Error(`rolled back: ${JSON.stringify(end)}`);
  }

  dispose(): void {
    this.#connection.dispose();
  }
}
