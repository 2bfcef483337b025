import { join } from "node:path";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { deployFile, filePlace, prepareFile, readBuiltFile } from "../../../src/deployments/deployFile.ts";
import type { Result } from "../../../src/deployments/deploymentResult.ts";
import { findPlace } from "../../../src/deployments/place.ts";
import { restartAfter, restartWith, type ProcessContext } from "../../../src/deployments/restartTarget.ts";
import { prepareRollBack, rollBack } from "../../../src/deployments/rollBack.ts";
import { readPastDeployments } from "../../../src/deployments/siteState.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { DeployFixture, ROOT } from "./deployFixture.ts";

export const JAR = `${ROOT}/app.jar`;

export const RUNS: Outcome = { kind: "done", evidence: { name: "pid", value: "7" } };

/** A project of one jar on a demo panel, with a process that a test decides about. */
export class JarProject {
  readonly used: DeployFixture;
  /** The project's restarts and stops, with the jar that was there. */
  done: string[] = [];
  isStopped = false;
  /** What a restart ends with, by the jar that is there. */
  outcomeOf: (content: string) => Outcome = () => RUNS;

  private constructor(used: DeployFixture) {
    this.used = used;
  }

  /** A project whose jar has the text `old`, and a folder whose jar has `new`. */
  static async start(edition: KnownEdition): Promise<JarProject> {
    const used = await DeployFixture.start(edition);
    used.put({ "app.jar": "old" });
    await used.source({ "app.jar": "new" });
    return new JarProject(used);
  }

  async stop(): Promise<void> {
    await this.used.stop();
  }

  context(changes: Partial<ProcessContext> = {}): ProcessContext {
    return {
      ...this.used.context(),
      isStopped: () => this.isStopped,
      startsStopped: false,
      maySplit: false,
      restart: async () => {
        const content = this.used.server["app.jar"] ?? "none";
        this.done.push(content);
        return this.outcomeOf(content);
      },
      stop: async () => {
        this.done.push("stopped");
        return RUNS;
      },
      ...changes,
    };
  }

  async place() {
    return findPlace(this.used.files, {
      ...filePlace(JAR),
      identity: ["app", "springboot"],
      webRoots: async () => [ROOT],
    });
  }

  async prepare() {
    const { folder, workspace } = this.used;
    const local = await readBuiltFile(join(folder, "app.jar"), workspace, new AbortController().signal);
    const place = await this.place();
    return prepareFile(this.used.context(), { name: "app", project: "app", local, place, steps: [] });
  }

  async deploy(changes: Partial<ProcessContext> = {}): Promise<Result> {
    return restartWith(await deployFile(await this.prepare(), this.used.context()), this.context(changes));
  }

  async rolledBack(): Promise<Result> {
    const undone = await readPastDeployments(this.used.files, await this.place());
    const prepared = await prepareRollBack(await this.place(), undone.slice(0, 1), this.used.context());
    return restartAfter(await rollBack(prepared, new Set(), this.used.context()), this.context());
  }
}
