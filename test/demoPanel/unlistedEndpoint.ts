import type { DemoHandler } from "../../src/demoPanel/state.ts";

/** An endpoint of panels that is not in the wire table. */
export interface UnlistedEndpoint {
  readonly path: string;
  /** `undefined` on a model route. */
  readonly action?: string;
  readonly handler: DemoHandler;
}
