import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { PlannedSite } from "../siteForm/plannedSite.ts";
import { waitForLock } from "../storage/fileLock.ts";
import type { Clock } from "../storage/ports.ts";
import { isYoung, type FileSystem } from "../storage/fileSystem.ts";

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

/** After this time only the panel says what there is; longer than the longest wait for an answer and its looks. */
const RECENT_MS = 900_000;

/** The lock is held for a few steps on this computer's disk. */
const HOLD_MS = 10_000;

/**
 * What all windows have sent for one request: empty files whose names say it, made before anything is sent. Panels list a
 * site without its port, so this alone tells the same request submitted twice from a second site of the same domain; and
 * it outlives the window that sent.
 */
export class SubmissionJournal {
  readonly #options: SubmissionJournalOptions;
  readonly #directory: string;
  readonly #name: string;

  constructor(options: SubmissionJournalOptions) {
    const { panel, request, root } = options;
    this.#options = options;
    this.#directory = join(root, "created");
    this.#name = `site-${createHash("sha256")
      .update(JSON.stringify([panel.id, panel.address, request.domain, request.port]))
      .digest("hex")}`;
  }

  /** The recent ones of this request. Rejects where the directory cannot be read: then nothing may be sent. */
  async read(): Promise<readonly Submission[]> {
    const { files, clock } = this.#options;
    const names = await files.list(this.#directory);
    return names.flatMap((file) => {
      const submission = submissionOf(file);
      return submission?.name === this.#name && isYoung(submission.at, clock, RECENT_MS) ? [submission] : [];
    });
  }

  /**
   * Notes that the request is being sent, unless anything has changed since `seen` was read; then it is `undefined`. The caller
   * sends nothing before this has resolved, and tells the end with `end`.
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
      const at = clock.now();
      const file = `${this.#name}.${at}.${highest ?? "none"}.${randomUUID()}.sending`;
      await files.create(join(this.#directory, file), "");
      // a window that slept may have lost the lock meanwhile
      const others = (await this.read()).filter((other) => other.file !== file);
      if (filesOf(others) === filesOf(seen)) return { file, at, state: "sending", id: highest };
      await files.remove(join(this.#directory, file));
      return undefined;
    } finally {
      await release();
    }
  }

  /** Says how a claimed request has ended, and forgets what is no longer recent. Best effort: it never rejects. */
  async end({ file, at }: Submission, end: SubmissionEnd): Promise<void> {
    const { files, clock } = this.#options;
    const path = join(this.#directory, file);
    const task = async (): Promise<void> => {
      if (typeof end === "string" && end !== "nothing") await files.rename(path, path.replace(/sending$/, end));
      else {
        if (end !== "nothing") {
          const created = `${this.#name}.${at}.${end.id}.${randomUUID()}.created`;
          await files.create(join(this.#directory, created), "");
        }
        await files.remove(path);
      }
      for (const other of await files.list(this.#directory)) {
        const submission = submissionOf(other);
        if (submission === undefined || !isYoung(submission.at, clock, RECENT_MS))
          await files.remove(join(this.#directory, other));
      }
    };
    await task().catch(() => undefined);
  }
}

function submissionOf(file: string): (Submission & { readonly name: string }) | undefined {
  const [name = "", at, id, , extension] = file.split(".");
  const state = states.find((known) => known === extension);
  return state === undefined
    ? undefined
    : { file, name, at: Number(at), state, id: id === "none" ? undefined : Number(id) };
}

function filesOf(submissions: readonly Submission[]): string {
  return submissions
    .map(({ file }) => file)
    .toSorted()
    .join("\n");
}
