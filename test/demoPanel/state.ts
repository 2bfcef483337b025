import { type DemoState } from "../../src/demoPanel/state.ts";
import { createState } from "../../src/demoPanel/seed.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { defaultSwitches, type Switches } from "./switches.ts";

/** What a panel remembers of lists that were asked for, and shows its administrator (docs/protocol.md 6.2). */
export interface ListTraces {
  pageSize: number | undefined;
  order: string | undefined;
  readonly searches: { readonly val: string; readonly time: number }[];
}

/** All that a demo panel of the tests runs. Tests read it and change it in place. */
export interface TestState extends DemoState {
  readonly switches: Switches;
  /** Docker does not run: there is no container to be seen then. */
  dockerIsDown: boolean;
  readonly traces: ListTraces;
}

/** A server as it is found. @param now milliseconds since the epoch */
export function createTestState(now: number, edition: KnownEdition): TestState {
  return {
    ...createState(now, edition),
    dockerIsDown: false,
    switches: defaultSwitches(),
    traces: { pageSize: undefined, order: undefined, searches: [] },
  };
}

/** The traces of the panel that a handler of the tests answers for. */
export function tracesOf(state: DemoState): ListTraces {
  return (state as TestState).traces;
}
