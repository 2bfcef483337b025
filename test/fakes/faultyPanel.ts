import type { Call } from "../../src/resources/resource.ts";
import { createPanelClient } from "../../src/wire/client.ts";
import { PanelError, throwIfEnded } from "../../src/wire/answers/failure.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { createTransport, type Transport } from "../../src/wire/http/transport.ts";
import { operations, type AnyOperation, type OperationId } from "../../src/wire/operations/operations.ts";
import { wiresFor } from "../../src/wire/operations/wiresFor.ts";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { LeapingClock } from "./leapingClock.ts";

/** Happens at a call, counted from 1: before it is made, or to its answer. */
export type Fault = (call: number, id: OperationId, isMade: boolean) => void;

/** A demo panel whose calls may fail. The caller stops it. */
export class FaultyPanel {
  readonly edition: KnownEdition;
  readonly clock = new LeapingClock();
  readonly panel: DemoPanel;
  readonly #transport: Transport = createTransport({ pin: () => undefined });
  readonly #client;
  calls = 0;
  readonly called: OperationId[] = [];
  fault: Fault = () => undefined;
  /** Whether a script has ended before its log is read. */
  awaitsScripts = true;
  /** Replaces the result of a call; `undefined`: it stays. */
  instead: (id: OperationId) => unknown = () => undefined;

  /** @param origin of what stands before the panel */
  constructor(edition: KnownEdition, panel: DemoPanel, origin = panel.address) {
    this.edition = edition;
    this.panel = panel;
    this.#client = createPanelClient({ origin, apiKey: panel.key, transport: this.#transport, clock: this.clock });
  }

  async stop(): Promise<void> {
    this.#transport.dispose();
    await this.panel.close();
  }

  readonly callFor = (signal: AbortSignal): Call => {
    return async (id, params) => {
      throwIfEnded(signal);
      const number = (this.calls += 1);
      this.called.push(id);
      this.fault(number, id, false);
      // time leaps, and scripts take theirs
      if (id === "scheduledTask.log" && this.awaitsScripts) await this.panel.shell.over();
      const [wire] = wiresFor(operations[id] as AnyOperation, this.edition);
      const result = await this.#client.call(id, params, { signal, route: askedRoute(params) ?? wire?.route });
      this.fault(number, id, true);
      return (this.instead(id) as typeof result | undefined) ?? result;
    };
  };
}

/** The route that the caller of a list names. */
function askedRoute(params: unknown): AnyOperation["wires"][number]["route"] | undefined {
  return (params as { readonly route?: AnyOperation["wires"][number]["route"] }).route;
}

/** The connection is gone from a call on. */
export function deadFrom(first: number): Fault {
  return (call) => {
    if (call >= first) throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
  };
}
