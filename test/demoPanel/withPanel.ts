import { type DemoPanel, type DemoPanelOptions, startDemoPanel } from "./startDemoPanel.ts";
import { json, send, type WireAnswer, type WireCall } from "./wire.ts";

/** A panel for one test, and signed calls to it. */
export interface Fixture {
  readonly panel: DemoPanel;
  /** Signed with the panel's key. */
  readonly call: (call: WireCall) => Promise<WireAnswer>;
  /** Signed only with a key. */
  readonly bare: (call: WireCall) => Promise<WireAnswer>;
  /** The JSON of a signed GET. */
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The JSON of a signed POST. */
  readonly post: (path: string, form: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** Runs a test against its own panel, and closes the panel in any case. */
export function withPanel(run: (fixture: Fixture) => Promise<void>, options: DemoPanelOptions = {}) {
  return async (): Promise<void> => {
    const panel = await startDemoPanel(options);
    const call = (wireCall: WireCall) => send(panel.address, { ...wireCall, key: panel.key });
    try {
      await run({
        panel,
        call,
        bare: (wireCall) => send(panel.address, wireCall),
        get: async (path, query = {}) => json(await call({ path, query })),
        post: async (path, form) => json(await call({ path, form })),
      });
    } finally {
      await panel.close();
    }
  };
}
