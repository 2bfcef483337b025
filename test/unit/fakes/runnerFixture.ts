import {
  ActionRunner,
  type ActionRecord,
  type ActionRequest,
  type Confirmation,
  type Outcome,
  type Phase,
} from "../../../src/model/actionRunner.ts";
import type { GuardLevel } from "../../../src/model/guardLevel.ts";
import { FakeCalls, type Handlers } from "./fakeCall.ts";
import { ManualClock } from "./manualClock.ts";

/** A runner with all its ports; `request` is a restart of the Java project `demo`. */
export class RunnerFixture {
  readonly clock = new ManualClock();
  readonly calls: FakeCalls;
  readonly asked: Confirmation[] = [];
  readonly phases: Phase[] = [];
  readonly finished: ActionRecord[] = [];
  readonly cancelling = new AbortController();
  agrees = true;
  guardLevel: GuardLevel = "trusted";
  onPhase: (phase: Phase) => void = () => undefined;
  readonly runner: ActionRunner;

  constructor(handlers: Handlers, waitMs = 60_000) {
    this.calls = new FakeCalls(handlers);
    this.runner = new ActionRunner({
      clock: this.clock,
      waitMs: () => waitMs,
      confirm: async (confirmation) => {
        this.asked.push(confirmation);
        return this.agrees;
      },
      showProgress: (_, task) =>
        task(this.cancelling.signal, (phase) => {
          this.phases.push(phase);
          this.onPhase(phase);
        }),
      onFinished: (record) => this.finished.push(record),
    });
  }

  get request(): ActionRequest {
    const { guardLevel, calls } = this;
    const panel = { id: "p1", name: "web 1", address: "https://192.0.2.1:8888", guardLevel, callFor: calls.callFor };
    return { panel, kind: "javaProject", verb: "restart", target: { key: "demo", label: "Demo" } };
  }

  run(changes: Partial<ActionRequest> = {}): Promise<Outcome> {
    return this.runner.run({ ...this.request, ...changes });
  }
}
