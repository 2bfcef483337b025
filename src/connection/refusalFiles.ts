import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureKinds } from "../wire/answers/failureKinds.ts";
import type { Clock, Log } from "../storage/ports.ts";
import { codeOf, replaceFile, type FileSystem } from "../storage/fileSystem.ts";

/** The parts of a panel that a refusal is about: with another address or key, it no longer counts. */
export interface GuardedPanel {
  readonly id: string;
  readonly address: string;
  readonly keyRef?: string | undefined;
}

/** The failure of a refused call. */
export type RefusedFailure = Extract<PanelFailure, { kind: "refused" }>;

/** A refusal that has not been followed by a success. */
export interface Refusal {
  /** Distinguishes one refusal from the next. */
  readonly id: string;
  readonly failure: RefusedFailure;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface RefusalsOptions {
  readonly directory: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
}

/** A lockout ends one hour after the last refusal that counted; those during it do not (docs/protocol.md 3.5). */
const LOCKOUT_MS = 3_600_000;

/** Most refusals that are kept for a panel: one for each address and key, also for a key that was only tried. */
const MOST_PAIRS = 4;

// loose: this version must keep fields that a newer one has added
const schema = v.object({
  version: v.literal(1),
  refusals: v.array(
    v.looseObject({
      id: v.string(),
      address: v.string(),
      keyRef: v.exactOptional(v.string()),
      at: v.number(),
      failure: v.looseObject({ kind: v.literal("refused"), ...failureKinds.refused.facts.entries }),
    }),
  ),
});

type Entry = v.InferOutput<typeof schema>["refusals"][number];

/** The refusals that all windows know of: one file per panel, in it one entry per address and key. */
export class Refusals {
  readonly #options: RefusalsOptions;
  /** Refusals that could not be written; at least this window keeps to them. */
  readonly #unwritten = new Map<string, Refusal>();

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  /** The refusal that stands for this address and key. */
  async read(panel: GuardedPanel): Promise<Refusal | undefined> {
    const unwritten = this.#unwritten.get(pairOf(panel));
    if (unwritten !== undefined) return unwritten;
    const entry = (await this.#entries(panel.id)).find((candidate) => isFor(panel, candidate));
    if (entry === undefined) return undefined;
    const { address: _address, keyRef: _keyRef, failure, ...refusal } = entry;
    return { ...refusal, failure: { ...failure, at: refusal.at } };
  }

  /**
   * Keeps a refusal. Returns its failure with the time and, during a lockout, with its end; drops a `clientAddress`
   * that is not an IP address.
   */
  async record(panel: GuardedPanel, refusedFailure: RefusedFailure): Promise<RefusedFailure> {
    const { clock, log } = this.#options;
    // by the wall clock: stored, and read by people
    const recordedAt = clock.wallTime();
    const { clientAddress = "", ...refused } = refusedFailure;
    const failure: RefusedFailure = {
      ...refused,
      at: recordedAt,
      ...(isIP(clientAddress) !== 0 && { clientAddress }),
      ...(refusedFailure.reason === "locked" && { lockedUntil: await this.#lockedUntil(panel, recordedAt) }),
    };
    const refusal: Refusal = { id: randomUUID(), failure, at: recordedAt };
    const { address, keyRef } = panel;
    const entry = { address, ...(keyRef !== undefined && { keyRef }), ...refusal };
    const others = (await this.#entries(panel.id)).filter((other) => !isFor(panel, other));
    try {
      await this.#write(panel.id, [entry, ...others].slice(0, MOST_PAIRS));
      this.#unwritten.delete(pairOf(panel));
    } catch (error) {
      this.#unwritten.set(pairOf(panel), refusal);
      log.warn(`A refusal could not be shared with other windows (${codeOf(error)})`);
    }
    return failure;
  }

  /** Drops a refusal; one that has been recorded since stays. */
  async clear(panel: GuardedPanel, refusal: Refusal): Promise<void> {
    this.#unwritten.delete(pairOf(panel));
    const entries = await this.#entries(panel.id);
    const remaining = entries.filter(({ id }) => id !== refusal.id);
    if (remaining.length === entries.length) return;
    try {
      if (remaining.length === 0) await this.#options.files.remove(this.#path(panel.id));
      else await this.#write(panel.id, remaining);
    } catch (error) {
      this.#options.log.warn(`A refusal that is over could not be dropped (${codeOf(error)})`);
    }
  }

  /** Drops what is known of a panel. */
  async forget(panelId: string): Promise<void> {
    await this.#options.files.remove(this.#path(panelId));
  }

  async #lockedUntil(panel: GuardedPanel, recordedAt: number): Promise<number> {
    const knownEnd = (await this.read(panel))?.failure.lockedUntil;
    if (knownEnd !== undefined && knownEnd > recordedAt) return knownEnd;
    return recordedAt + LOCKOUT_MS;
  }

  async #entries(panelId: string): Promise<readonly Entry[]> {
    const text = await this.#options.files.read(this.#path(panelId)).catch((error: unknown) => {
      this.#options.log.warn(`A lockout guard file cannot be read (${codeOf(error)})`);
      return undefined;
    });
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    // corrupt or of another version: at worst one more call is refused
    if (parsed.success) return parsed.output.refusals;
    return [];
  }

  async #write(panelId: string, refusals: readonly Entry[]): Promise<void> {
    const { files, clock } = this.#options;
    await replaceFile(files, clock, this.#path(panelId), JSON.stringify({ version: 1, refusals }, undefined, 2));
  }

  #path(panelId: string): string {
    return join(this.#options.directory, `${panelId}.json`);
  }
}

/** Names a panel together with all that a refusal depends on; neither ids nor origins hold blanks. */
export function pairOf({ id, address, keyRef = "" }: GuardedPanel): string {
  return `${id} ${address} ${keyRef}`;
}

function isFor(panel: GuardedPanel, entry: Entry): boolean {
  return entry.address === panel.address && entry.keyRef === panel.keyRef;
}
