import type { ActionRequest, ResourceRequest } from "../../src/actions/actionRequest.ts";
import { ActionRunner, type ActionRecord, type Finished, type Step } from "../../src/actions/actionRunner.ts";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import type { Confirmation } from "../../src/actions/confirmation.ts";
import type { GuardLevel } from "../../src/panels/guardLevel.ts";
import type { Outcome, Phase } from "../../src/actions/outcome.ts";
import type { Clock } from "../../src/storage/ports.ts";
import { FakeCalls, type Handlers } from "./fakeCall.ts";
import { LeapingClock } from "./leapingClock.ts";
import { memoryFiles } from "./memoryFiles.ts";

/** A runner with all its ports; `request` is a restart of the Java project `demo`. */
export class RunnerFixture {
  readonly clock: LeapingClock;
  readonly calls: FakeCalls;
  readonly asked: Confirmation[] = [];
  /** Labels of the targets of each progress notification. */
  readonly shown: (readonly string[])[] = [];
  readonly steps: Step[] = [];
  readonly finished: ActionRecord[] = [];
  readonly defects: unknown[] = [];
  readonly cancelling = new AbortController();
  agrees: boolean | Promise<boolean> = true;
  guardLevel: GuardLevel = "trusted";
  onPhase: (phase: Phase, index: number) => void = () => undefined;
  readonly runner: ActionRunner;

  /**
   * @param files as two windows share them
   * @param leases by which claims are renewed: one that stands still is that of a window that is gone
   */
  constructor(
    handlers: Handlers,
    waitMs: number | (() => number) = 60_000,
    files = memoryFiles(),
    leases?: Clock,
    clock = new LeapingClock(),
  ) {
    this.clock = clock;
    this.calls = new FakeCalls(handlers);
    this.runner = new ActionRunner({
      clock: this.clock,
      claims: new TargetClaims({ root: "/data", clock: leases ?? clock, files }),
      waitMs: typeof waitMs === "number" ? () => waitMs : waitMs,
      confirm: async (confirmation) => {
        this.asked.push(confirmation);
        return this.agrees;
      },
      showProgress: (requests, task) => {
        this.shown.push(requests.map(({ target }) => target.label));
        return task(this.cancelling.signal, (step) => {
          this.steps.push(step);
          this.onPhase(step.phase, step.index);
        });
      },
      onFinished: async (record) => void this.finished.push(record),
      onDefect: (error) => this.defects.push(error),
    });
  }

  get phases(): readonly Phase[] {
    return this.steps.map(({ phase }) => phase);
  }

  get request(): ResourceRequest {
    const { guardLevel, calls } = this;
    const { callFor, offers } = calls;
    const panel = { id: "p1", name: "web 1", address: "https://192.0.2.1:8888", guardLevel, callFor, offers };
    return { panel, kind: "javaProject", verb: "restart", target: { key: "demo", label: "Demo" }, row: undefined };
  }

  run(changes: Partial<ActionRequest> = {}): Promise<Outcome> {
    return this.runner.run({ ...this.request, ...changes });
  }

  /** The same for several targets, named by their keys unless told otherwise. */
  async runAll(targets: readonly (string | Partial<ActionRequest>)[]): Promise<readonly Finished[]> {
    return this.runner.runAll(
      targets.map((target) => ({
        ...this.request,
        ...(typeof target === "string" ? { target: { key: target, label: target } } : target),
      })),
    );
  }
}
