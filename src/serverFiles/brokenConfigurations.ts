import type { Clock } from "../storage/ports.ts";
import type { WebServer } from "./riskyPaths.ts";
import type { BrokenConfiguration } from "./webServerCheck.ts";

/** A configuration that a web server refuses, and the file whose change has shown it where the server names none. */
export interface StandingFault {
  readonly panelId: string;
  readonly server: WebServer;
  readonly broken: BrokenConfiguration;
  readonly changed: string | undefined;
}

/** A person may mend it elsewhere, so it is checked again, but not more often than this. */
const CHECKED_AGAIN_MS = 20_000;

/** The configurations that web servers refuse, as far as this window has seen, until their panels accept them. */
export class BrokenConfigurations {
  readonly #faults = new Map<string, StandingFault>();
  readonly #checkedAt = new Map<string, number>();
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #onChange: (panelId: string) => void;

  constructor(clock: Pick<Clock, "monotonic">, onChange: (panelId: string) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Notes what a check has shown. @param changed the file that was changed before it; absent: it stays the earlier one */
  saw(panelId: string, server: WebServer, check: BrokenConfiguration | "fine" | "unknown", changed?: string): void {
    const key = keyOf(panelId, server);
    this.#checkedAt.set(key, this.#clock.monotonic());
    if (check === "unknown") return;
    const earlier = this.#faults.get(key)?.changed;
    if (check !== "fine") this.#faults.set(key, { panelId, server, broken: check, changed: changed ?? earlier });
    else if (!this.#faults.delete(key)) return;
    this.#onChange(panelId);
  }

  of(panelId: string, server: string): BrokenConfiguration | undefined {
    return this.#faults.get(keyOf(panelId, server))?.broken;
  }

  get all(): readonly StandingFault[] {
    return [...this.#faults.values()];
  }

  /** The web servers of a panel whose configuration was refused, and not checked since a while. */
  toCheck(panelId: string): readonly WebServer[] {
    const now = this.#clock.monotonic();
    const isDue = (server: WebServer) =>
      now - (this.#checkedAt.get(keyOf(panelId, server)) ?? -Infinity) >= CHECKED_AGAIN_MS;
    const due = this.all.filter((fault) => fault.panelId === panelId && isDue(fault.server));
    // at once, so that nobody else begins
    for (const { server } of due) this.#checkedAt.set(keyOf(panelId, server), now);
    return due.map(({ server }) => server);
  }

  /** Forgets removed panels. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const [key, { panelId }] of this.#faults) {
      if (ids.has(panelId)) continue;
      this.#faults.delete(key);
      this.#onChange(panelId);
    }
  }
}

const keyOf = (panelId: string, server: string): string => `${panelId} ${server}`;
