import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { PlannedSite } from "../plannedSite.ts";
import { ClaimFiles } from "../../storage/claimFiles.ts";
import { waitForLock } from "../../storage/fileLock.ts";
import type { Clock } from "../../storage/ports.ts";
import { isYoung, type FileSystem } from "../../storage/fileSystem.ts";

/** What tells one request from another. */
export type RequestKey = Pick<PlannedSite, "domain" | "port">;

export interface SubmissionJournalOptions {
  readonly panel: { readonly id: string; readonly address: string };
  readonly request: RequestKey;
  /** A directory that all windows share. */
  readonly root: string;
  readonly files: FileSystem;
  readonly clock: Clock;
}

const states = ["sending", "unknown", "page", "malformed", "created"] as const;

/** What is known of one AddSite that any window has sent for a request. */
export interface Submission {
  readonly file: string;
  /** When it was about to be sent, in milliseconds since the epoch. */
  readonly at: number;
  /**
   * `sending`: its window has not told its end, and may have died; `unknown`: what became of it was not found out;
   * `page`, `malformed`: the panel has ended it with this, and no site was found.
   */
  readonly state: (typeof states)[number];
  /** `created`: the site's; else the highest id before it was sent, `undefined` where the panel did not tell. */
  readonly id: number | undefined;
}

/** How an AddSite ended: with a site, without any, with an answer that does not tell, or nobody knows. */
export type SubmissionEnd = { readonly id: number } | "nothing" | "page" | "malformed" | "unknown";

/** After this time, by both clocks, only the panel says what there is; longer than the longest wait for an answer and its looks. */
const RECENT_MS = 900_000;

/** By file, when this process first saw a submission, as `monotonic` time. */
const firstSeen = new Map<string, number>();

/** The lock is held for a few steps on this computer's disk. */
const HOLD_MS = 10_000;

/**
 * What all windows have sent for one request: claims that are made before anything is sent. Panels list a site without
 * its port, so this alone tells the same request submitted twice from a second site of the same domain; and it outlives
 * the window that sent.
 */
export class SubmissionJournal {
  readonly #options: SubmissionJournalOptions;
  readonly #claims: ClaimFiles;
  readonly #name: string;

  constructor(options: SubmissionJournalOptions) {
    const { panel, request, root, files, clock } = options;
    this.#options = options;
    this.#claims = new ClaimFiles({
      directory: join(root, "created"),
      files,
      isLive: (file) => isRecent(file, clock),
    });
    this.#name = `site-${createHash("sha256")
      .update(JSON.stringify([panel.id, panel.address, request.domain, request.port]))
      .digest("hex")}`;
  }

  /** The recent ones of this request. Rejects where the directory cannot be read: then nothing may be sent. */
  async read(): Promise<readonly Submission[]> {
    const { live } = await this.#claims.list((file) => file.startsWith(`${this.#name}.`));
    return live.map(submissionOf).filter((submission) => submission !== undefined);
  }

  /**
   * Notes that the request is being sent, unless anything has changed since `seen` was read; then it is `undefined`. The
   * caller sends nothing before this has resolved, and tells the end with `end`.
   */
  async claim(
    seen: readonly Submission[],
    highest: number | undefined,
    signal: AbortSignal,
  ): Promise<Submission | undefined> {
    const { root, files, clock } = this.#options;
    const lock = { directory: join(root, "locks"), name: this.#name, holdMs: HOLD_MS, files, clock };
    const release = await waitForLock(lock, signal);
    try {
      const now = await this.read();
      if (filesOf(now) !== filesOf(seen)) return undefined;
      // later than those before, even after the clock was set back: `despite` compares the times
      const at = Math.max(clock.wallTime(), ...now.map((earlier) => earlier.at + 1));
      const file = `${this.#name}.${at}.${highest ?? "none"}.${randomUUID()}.sending`;
      await this.#claims.create(file);
      // a window that slept may have lost the lock meanwhile
      const others = (await this.read()).filter((other) => other.file !== file);
      if (filesOf(others) === filesOf(seen)) return { file, at, state: "sending", id: highest };
      await this.#claims.remove(file);
      return undefined;
    } finally {
      await release();
    }
  }

  /** Says how a claimed request has ended, and forgets what is no longer recent. Best effort: it never rejects. */
  async end({ file, at }: Submission, end: SubmissionEnd): Promise<void> {
    const claims = this.#claims;
    const task = async (): Promise<void> => {
      if (typeof end === "string" && end !== "nothing") await claims.rename(file, file.replace(/sending$/, end));
      else {
        if (end !== "nothing") await claims.create(`${this.#name}.${at}.${end.id}.${randomUUID()}.created`);
        await claims.remove(file);
      }
      const { expired } = await claims.list();
      for (const other of expired) {
        await claims.remove(other);
        firstSeen.delete(other);
      }
    };
    await task().catch(() => undefined);
  }
}

/** Setting the clock makes no submission old: this process must also have seen it for that long. */
function isRecent(file: string, clock: Clock): boolean {
  const seenAt = firstSeen.get(file) ?? clock.monotonic();
  firstSeen.set(file, seenAt);
  const { at = Number.NaN } = submissionOf(file) ?? {};
  return !Number.isNaN(at) && (clock.monotonic() - seenAt < RECENT_MS || isYoung(at, clock, RECENT_MS));
}

function submissionOf(file: string): Submission | undefined {
  const [, at, id, , extension] = file.split(".");
  const state = states.find((known) => known === extension);
  return state === undefined ? undefined : { file, at: Number(at), state, id: id === "none" ? undefined : Number(id) };
}

function filesOf(submissions: readonly Submission[]): string {
  return submissions
    .map(({ file }) => file)
    .toSorted()
    .join("\n");
}
