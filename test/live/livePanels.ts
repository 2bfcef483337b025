import { randomBytes } from "node:crypto";
import { knownEditions, type KnownEdition } from "../../src/wire/answers/operation.ts";
import { settings } from "../../src/manifest/settings.ts";
import type { Clock } from "../../src/storage/ports.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { SteppedClock } from "../fakes/steppedClock.ts";
import { noteSkipped } from "./claims.ts";
import { CommandServer } from "./commandServer.ts";
import { DemoServer } from "./demoServer.ts";
import type { Part, Server, Undo } from "./server.ts";

/** What a person may allow besides, by `SERVER_PANEL_LIVE_<EDITION>_MAY`. */
type Permission = "mysql" | "upgrade";

/** A panel that the product is tried on. */
export interface LivePanel {
  readonly edition: KnownEdition;
  /** As the tables call it. */
  readonly name: string;
  readonly address: string;
  readonly key: string;
  readonly pin: string | undefined;
  readonly server: Server;
  /** Of the product's window: on a demo panel it runs faster than the machine's. */
  readonly clock: Clock;
  /** How long the product waits for a change to be seen, in milliseconds of its clock. */
  readonly waitMs: number;
  /** Of all names that are made on it: letters and digits, unique to this run. */
  readonly prefix: string;
  /** A free port on the server. */
  readonly javaPort: number;
  /** Whether tests can use this; notes what is lacking. On a demo panel all is there. */
  has(part: Part): Promise<boolean>;
  /** Whether tests may do this to what they did not make; notes that they may not. */
  may(permission: Permission): boolean;
  /** Has it undone when the panel is closed. */
  later(undo: Undo): void;
  /** Leaves the server as it was found. */
  close(): Promise<void>;
}

/** How many times as fast as the machine's the clock of a demo panel's window runs. */
export const DEMO_SPEED = 10;

const NAMES: Readonly<Record<KnownEdition, string>> = { baota: "BaoTa", aapanel: "aaPanel" };

/** The editions that the tests run on: those with an address in the environment, or both as demo panels. */
export function liveEditions(): readonly KnownEdition[] {
  const given = knownEditions.filter((edition) => !isDemo(edition));
  return given.length > 0 ? given : knownEditions;
}

/** Whether the tests of an edition run on a demo panel. */
export function isDemo(edition: KnownEdition): boolean {
  return variable(edition) === undefined;
}

/** Starts a demo panel, or takes the panel that the environment names. Who opens it closes it. */
export async function openLivePanel(edition: KnownEdition): Promise<LivePanel> {
  const prefix = `splive${randomBytes(3).toString("hex")}`;
  const address = variable(edition);
  const undos: Undo[] = [];
  const undoAll = async () => {
    const failed: unknown[] = [];
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop())
      await undo().catch((error) => failed.push(error));
    if (failed.length > 0)
      throw new AggregateError(failed, `${NAMES[edition]}: not all was undone: ${failed.join("; ")}`);
  };
  const common = { edition, prefix, later: (undo: Undo) => void undos.push(undo) };
  if (address === undefined) {
    const server = await DemoServer.start(edition, DEMO_SPEED);
    const { panel } = server;
    return {
      ...common,
      name: `${NAMES[edition]} (demo)`,
      address: panel.address,
      key: panel.key,
      pin: undefined,
      server,
      clock: new SteppedClock({ speed: DEMO_SPEED }),
      waitMs: 10_000,
      javaPort: 18_990,
      has: async () => true,
      may: () => true,
      async close() {
        await undoAll();
        await panel.close();
      },
    };
  }
  const name = NAMES[edition];
  const [key, ask, pin] = [variable(edition, "KEY"), variable(edition, "ASK"), variable(edition, "PIN")];
  if (key === undefined || ask === undefined)
    throw new Error(`${variableName(edition, "KEY")} and ${variableName(edition, "ASK")} are needed`);
  const server = new CommandServer({ edition, address, key, ask, pin }, prefix);
  common.later(() => server.sweep());
  const allowed = variable(edition, "MAY")?.split(/[\s,]+/) ?? [];
  return {
    ...common,
    name,
    address,
    key,
    pin,
    server,
    clock: systemClock,
    waitMs: settings["serverPanel.confirmation.waitSeconds"].default * 1000,
    javaPort: Number(variable(edition, "JAVA_PORT") ?? 18_990),
    async has(part) {
      const missing = await server.lacks(part);
      if (missing !== undefined) noteSkipped(name, part, missing);
      return missing === undefined;
    },
    may(permission) {
      const isAllowed = allowed.includes(permission);
      if (!isAllowed) noteSkipped(name, permission, `${variableName(edition, "MAY")} does not allow it`);
      return isAllowed;
    },
    close: undoAll,
  };
}

function variableName(edition: KnownEdition, what: string): string {
  return ["SERVER_PANEL_LIVE", edition.toUpperCase(), what].filter((part) => part !== "").join("_");
}

/** `undefined` where it is empty, too. */
function variable(edition: KnownEdition, what = ""): string | undefined {
  return process.env[variableName(edition, what)] || undefined;
}
