import { randomBytes } from "node:crypto";
import { knownEditions, type KnownEdition } from "../../src/wire/answers/operation.ts";
import { settings } from "../../src/manifest/settings.ts";
import type { Clock } from "../../src/storage/ports.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { SteppedClock } from "../fakes/steppedClock.ts";
import { noteSkipped } from "./claims.ts";
import { CommandServer } from "./commandServer.ts";
import type { RunningPanel } from "./runningPanel.ts";
import { DemoServer } from "./demoServer.ts";
import { hurry } from "./hurry.ts";
import type { Part, Server, Undo } from "./server.ts";

/** Permission for a test that affects more than its own things: `SERVER_PANEL_LIVE_<EDITION>_MAY`. */
type Permission = "mysql" | "upgrade";

/** A panel under test. */
export interface LivePanel {
  readonly edition: KnownEdition;
  /** Name in the table. */
  readonly name: string;
  readonly address: string;
  readonly key: string;
  readonly pin: string | undefined;
  readonly server: Server;
  /** Clock of the product's window; ahead of the machine's for a demo panel. */
  readonly clock: Clock;
  /** Longest wait for a confirmation, in milliseconds of that clock. */
  readonly waitMs: number;
  /** Whether a demo panel has anything under way; what a server has is not known. */
  readonly isBusy: () => boolean;
  /** Start of all names that this run makes up: letters and digits. */
  readonly prefix: string;
  /** Whether a part can be tested; puts a missing one on the list. A demo panel has all. */
  has(part: Part): Promise<boolean>;
  /** Whether the environment permits it; puts a test without permission on the list. */
  may(permission: Permission): boolean;
  /** Adds a step to what `close` does, in front of earlier ones. */
  later(undo: Undo): void;
  /** Restores the server. */
  close(): Promise<void>;
}

/** Speed of the product's clock for a demo panel, while anything is under way. */
const DEMO_SPEED = 10;

const NAMES: Readonly<Record<KnownEdition, string>> = { baota: "BaoTa", aapanel: "aaPanel" };

/** The pace of a window on several panels. Whoever asks for it ends it. */
export function commonPace(
  panels: readonly LivePanel[],
): Pick<LivePanel, "clock" | "waitMs"> & { readonly end: () => void } {
  const [{ waitMs } = { waitMs: 0 }] = panels;
  if (panels.every(({ edition }) => !isDemo(edition))) return { clock: systemClock, waitMs, end: () => undefined };
  const clock = new SteppedClock({ speed: DEMO_SPEED });
  return { clock, waitMs, end: hurry(clock, () => panels.some(({ isBusy }) => isBusy())) };
}

/** Editions with an address in the environment, or both as demo panels. */
export function liveEditions(): readonly KnownEdition[] {
  const given = knownEditions.filter((edition) => !isDemo(edition));
  return given.length > 0 ? given : knownEditions;
}

/** The running panel of an edition that the environment names, if it does. Throws where it is not all that a test needs. */
export function runningPanel(edition: KnownEdition): (RunningPanel & { readonly name: string }) | undefined {
  const [address, key, ask] = [variable(edition), variable(edition, "KEY"), variable(edition, "ASK")];
  if (address === undefined) return undefined;
  if (key === undefined || ask === undefined)
    throw new Error(`${variableName(edition, "KEY")} and ${variableName(edition, "ASK")} are needed`);
  return { edition, name: NAMES[edition], address, key, ask, pin: variable(edition, "PIN") };
}

/** Whether an edition has no address in the environment. */
export function isDemo(edition: KnownEdition): boolean {
  return variable(edition) === undefined;
}

/** Starts a demo panel or takes the panel from the environment. The caller closes it. */
export async function openLivePanel(edition: KnownEdition): Promise<LivePanel> {
  const prefix = `splive${randomBytes(3).toString("hex")}`;
  const running = runningPanel(edition);
  const undos: Undo[] = [];
  const undoAll = async () => {
    const failed: unknown[] = [];
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop())
      await undo().catch((error) => failed.push(error));
    if (failed.length > 0)
      throw new AggregateError(failed, `${NAMES[edition]}: not all was undone: ${failed.join("; ")}`);
  };
  const common = { edition, prefix, later: (undo: Undo) => void undos.push(undo) };
  if (running === undefined) {
    const server = await DemoServer.start(edition, DEMO_SPEED);
    const { panel } = server;
    const clock = new SteppedClock({ speed: DEMO_SPEED });
    const stopHurrying = hurry(clock, () => server.isBusy);
    return {
      ...common,
      name: `${NAMES[edition]} (demo)`,
      address: panel.address,
      key: panel.key,
      pin: undefined,
      server,
      clock,
      waitMs: 10_000,
      isBusy: () => server.isBusy,
      has: async () => true,
      may: () => true,
      async close() {
        await undoAll();
        stopHurrying();
        await panel.close();
      },
    };
  }
  const { name, address, key, pin } = running;
  const server = new CommandServer(running, prefix);
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
    isBusy: () => false,
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

/** A variable of an edition; `undefined` if it is empty too. */
function variable(edition: KnownEdition, what = ""): string | undefined {
  return process.env[variableName(edition, what)] || undefined;
}
