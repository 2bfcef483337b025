import { type DemoPanel, type DemoPanelOptions, startDemoPanel } from "../../../src/demoPanel/startDemoPanel.ts";
import { json, send, type WireAnswer, type WireCall } from "./wire.ts";

/** A panel for one test, and signed calls to it. */
export interface Fixture {
  readonly panel: DemoPanel;
  /** Signed unless `key` says otherwise. */
  readonly call: (call: WireCall) => Promise<WireAnswer>;
  /** The JSON of a signed GET. */
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The JSON of a signed POST. */
  readonly post: (path: string, form: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** Runs a test against a panel of its own, which is closed whatever happens. */
export function withPanel(run: (fixture: Fixture) => Promise<void>, options: DemoPanelOptions = {}) {
  return async (): Promise<void> => {
    const panel = await startDemoPanel(options);
    const call = (wireCall: WireCall) => send(panel.address, { key: panel.key, ...wireCall });
    try {
      await run({
        panel,
        call,
        get: async (path, query = {}) => json(await call({ path, query })),
        post: async (path, form) => json(await call({ path, form })),
      });
    } finally {
      await panel.close();
    }
  };
}

/** Asks until `isDone`; gives up after ten seconds. */
export async function until<Value>(
  ask: () => Promise<Value> | Value,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  const end = Date.now() + 10_000;
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
