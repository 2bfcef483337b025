import { join } from "node:path";
import * as v from "valibot";
import { resourceStates, type ActionInput } from "../resources/resource.ts";
import { verbs } from "../resources/verbs.ts";
import { resourceKinds } from "../resources/resources.ts";
import { isYoung, type FileSystem } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import type { ActionRequest } from "./actionRequest.ts";
import { journalDirectory } from "./journalDirectory.ts";

/** The version that is written; entries of other versions are ignored. */
const VERSION = 1;

const text = v.string();

const schema = v.object({
  version: v.literal(VERSION),
  panelId: text,
  address: text,
  request: v.object({
    kind: v.picklist(resourceKinds),
    verb: v.picklist(verbs),
    target: v.object({ key: text, label: text, alias: v.exactOptional(text) }),
    input: v.exactOptional(v.custom<ActionInput>((input) => typeof input === "object" && input !== null)),
    state: v.exactOptional(v.picklist(resourceStates)),
    row: v.optional(v.unknown()),
  }),
  before: v.optional(v.unknown()),
  notBegun: v.number(),
});

/**
 * A change that is about to be sent. `before` is the target as its verification saw it, or what a creation asks for,
 * without passwords; `undefined` if the panel does not show the target. `notBegun` counts the later changes of the same run.
 */
export type PendingChange = Readonly<v.InferOutput<typeof schema>>;

/** The steps that send something. A change in two steps is first `stopping`, then `starting`. */
export const sendingSteps = ["sending", "stopping", "starting"] as const;
export type SendingStep = (typeof sendingSteps)[number];

/**
 * How a creation ended, which the journal remembers for a while. `created`: with a new one; `page`, `malformed`: the panel
 * ended it with this, and nothing new was found; `unknown`: nobody knows.
 */
export const creationEnds = ["created", "page", "malformed", "unknown"] as const;
export type CreationEnd = (typeof creationEnds)[number];

/** An entry of the journal, as its file name describes it. */
export interface JournalEntry<Step extends SendingStep | CreationEnd = SendingStep> {
  readonly file: string;
  /** The name of the lock that the window holds while it lives. */
  readonly claim: string;
  /** The id of the change in the activity. */
  readonly id: string;
  /** The time of the entry, in milliseconds since the epoch. */
  readonly at: number;
  readonly step: Step;
  /** The window gave it up. A window that dies does not get to say so; its lock expires. */
  readonly isAbandoned: boolean;
}

/** A creation is remembered so long after it began; longer than the longest wait for an answer and its looks. */
const REMEMBERED_MS = 900_000;

/** By id, when this process first saw a creation, as `monotonic` time. */
const firstSeen = new Map<string, number>();

const NAME = /^(?<claim>[\da-f-]+)\.(?<at>\d+)\.(?<id>[\da-f-]+)\.(?<step>[a-z]+)(?<abandoned>\.abandoned)?$/;

/**
 * The changes that any window is making: one file each, from before its first byte is sent until its outcome is in the activity.
 * A step is noted in the file's name, because a rename cannot be torn. Creations are remembered after that, so that no window
 * sends the same again unknowingly. Methods reject with file errors.
 */
export class ChangeJournal {
  readonly #directory: string;
  /** Not in the directory above, which is empty where nothing is left to be done. */
  readonly #remembered: string;
  readonly #files: FileSystem;
  readonly #clock: Clock;

  /** @param root a directory that all windows share */
  constructor(root: string, files: FileSystem, clock: Clock) {
    this.#directory = journalDirectory(root);
    this.#remembered = join(root, "created");
    this.#files = files;
    this.#clock = clock;
  }

  async list(): Promise<readonly JournalEntry[]> {
    return this.#list(this.#directory, sendingSteps);
  }

  /** The creations of a claim that were begun moments ago, by any window, whether or not they have ended. */
  async creations(claim: string): Promise<readonly JournalEntry<SendingStep | CreationEnd>[]> {
    // one that ends in between is in one of the two
    const begun = await this.list();
    const ended = await this.#list(this.#remembered, creationEnds);
    const byId = new Map([...begun, ...ended].map((entry) => [entry.id, entry] as const));
    const recent = [...byId.values()].filter((entry) => this.#isRecent(entry));
    for (const { id, file } of ended.filter((entry) => !recent.includes(entry))) {
      await this.#files.remove(file).catch(() => undefined);
      firstSeen.delete(id);
    }
    return recent.filter((entry) => entry.claim === claim);
  }

  async #list<Step extends SendingStep | CreationEnd>(
    directory: string,
    steps: readonly Step[],
  ): Promise<readonly JournalEntry<Step>[]> {
    return (await this.#files.list(directory)).flatMap((name) => {
      const { claim = "", at, id = "", step, abandoned } = NAME.exec(name)?.groups ?? {};
      const known = steps.find((each) => each === step);
      const isAbandoned = abandoned !== undefined;
      return known === undefined
        ? []
        : { file: join(directory, name), claim, id, at: Number(at), step: known, isAbandoned };
    });
  }

  /** Setting the clock makes no creation old: this process must also have seen it for that long. */
  #isRecent({ id, at }: Pick<JournalEntry, "id" | "at">): boolean {
    const seenAt = firstSeen.get(id) ?? this.#clock.monotonic();
    firstSeen.set(id, seenAt);
    return this.#clock.monotonic() - seenAt < REMEMBERED_MS || isYoung(at, this.#clock, REMEMBERED_MS);
  }

  /** Reads the change; `undefined` if the entry is gone, or this version cannot read it. */
  async read({ file }: Pick<JournalEntry, "file">): Promise<PendingChange | undefined> {
    const parsed = v.safeParse(v.pipe(text, v.parseJson(), schema), await this.#files.read(file));
    return parsed.success ? parsed.output : undefined;
  }

  /** Writes an entry; it is on the disk when this resolves. */
  async create(
    entry: Omit<JournalEntry, "file" | "isAbandoned">,
    { panel, rows: _rows, ...request }: ActionRequest,
    before: unknown,
    notBegun: number,
  ): Promise<JournalEntry> {
    const made = { ...entry, isAbandoned: false };
    const { id: panelId, address } = panel;
    const change: PendingChange = { version: VERSION, panelId, address, request, before, notBegun };
    const written = { ...made, file: join(this.#directory, nameOf(made)) };
    try {
      await this.#files.create(written.file, JSON.stringify(change));
    } catch (error) {
      // a full disk leaves a part of it
      await this.remove(written).catch(() => undefined);
      throw error;
    }
    return written;
  }

  /** Notes a step, or that the window gives the change up. */
  async note(entry: JournalEntry, now: Partial<Pick<JournalEntry, "step" | "isAbandoned">>): Promise<JournalEntry> {
    const next = { ...entry, ...now };
    const file = join(this.#directory, nameOf(next));
    await this.#files.rename(entry.file, file);
    return { ...next, file };
  }

  /** Moves a creation to those that have ended. */
  async end(entry: JournalEntry, end: CreationEnd): Promise<void> {
    await this.#files.makeDirectory(this.#remembered);
    await this.#files.rename(entry.file, join(this.#remembered, nameOf({ ...entry, step: end, isAbandoned: false })));
  }

  /** Removes the entries of a panel, which can no longer be asked about them. */
  async forget(panelId: string): Promise<void> {
    for (const entry of await this.list()) if ((await this.read(entry))?.panelId === panelId) await this.remove(entry);
  }

  /** Removing an absent entry is not an error. */
  async remove({ file }: Pick<JournalEntry, "file">): Promise<void> {
    await this.#files.remove(file);
  }
}

function nameOf({ claim, at, id, step, isAbandoned }: Omit<JournalEntry<SendingStep | CreationEnd>, "file">): string {
  return `${claim}.${at}.${id}.${step}${isAbandoned ? ".abandoned" : ""}`;
}
