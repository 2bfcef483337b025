import { type DemoState } from "../../src/demoPanel/state.ts";
import { createState } from "../../src/demoPanel/seed.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { defaultSwitches, type Switches } from "./switches.ts";

/** The traces of requests for lists, which the panel shows its administrator (docs/protocol.md 6.2). */
export interface ListTraces {
  pageSize: number | undefined;
  order: string | undefined;
  readonly searches: { readonly val: string; readonly time: number }[];
}

/** Everything that a demo panel of the tests runs. Tests read it and change it in place. */
export interface TestState extends DemoState {
  readonly web: DemoState["web"] & {
    /** MySQL does not run: databases stay, and none can be created. */
    databaseServerIsDown?: boolean;
    /** The web server's message about a broken configuration, with which no site can be created. */
    configurationError?: string | undefined;
  };
  readonly terminal: DemoState["terminal"] & {
    /** The download of the package that completion needs fails, and leaves an empty file. */
    isOffline?: boolean;
  };
  readonly composer: DemoState["composer"] & {
    /** There is no PHP that could update it. */
    hasNoPhp?: boolean;
  };
  readonly switches: Switches;
  /** Docker does not run, and no container is listed. */
  dockerIsDown: boolean;
  /** Names of Java projects whose settings changed after their last start. */
  readonly changedProjects: Set<string>;
  readonly traces: ListTraces;
}

/** Creates a server with something of every kind. @param now milliseconds since the epoch */
export function createTestState(now: number, edition: KnownEdition): TestState {
  return {
    ...createState(now, edition),
    dockerIsDown: false,
    changedProjects: new Set(["order-service"]),
    switches: defaultSwitches(),
    traces: { pageSize: undefined, order: undefined, searches: [] },
  };
}

/** Returns the state of the tests' panel that a handler answers for. */
export function testState(state: DemoState): TestState {
  return state as TestState;
}
