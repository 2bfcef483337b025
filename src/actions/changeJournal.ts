import { join } from "node:path";
import * as v from "valibot";
import { resourceStates, type ActionInput } from "../resources/resource.ts";
import { verbs } from "../resources/verbs.ts";
import { resourceKinds } from "../resources/resources.ts";
import type { FileSystem } from "../storage/fileSystem.ts";
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

/** An entry of the journal, as its file name describes it. */
export interface JournalEntry {
  readonly file: string;
  /** The name of the lock that the window holds while it lives. */
  readonly claim: string;
  /** The id of the change in the activity. */
  readonly id: string;
  /** The time of the entry, in milliseconds since the epoch. */
  readonly at: number;
  readonly step: SendingStep;
  /** The window gave it up. A window that dies does not get to say so; its lock expires. */
  readonly isAbandoned: boolean;
}

const NAME = /^(?<claim>[\da-f-]+)\.(?<at>\d+)\.(?<id>[\da-f-]+)\.(?<step>[a-z]+)(?<abandoned>\.abandoned)?$/;

/**
 * The changes that any window is making: one file each, from before its first byte is sent until its outcome is in the activity.
 * A step is noted in the file's name, because a rename cannot be torn. Methods reject with file errors.
 */
export class ChangeJournal {
  readonly #directory: string;
  readonly #files: FileSystem;

  /** @param root a directory that all windows share */
  constructor(root: string, files: FileSystem) {
    this.#directory = journalDirectory(root);
    this.#files = files;
  }

  async list(): Promise<readonly JournalEntry[]> {
    return (await this.#files.list(this.#directory)).flatMap((file) => {
      const { claim = "", at, id = "", step, abandoned } = NAME.exec(file)?.groups ?? {};
      const known = sendingSteps.find((each) => each === step);
      const isAbandoned = abandoned !== undefined;
      return known === undefined ? [] : { file, claim, id, at: Number(at), step: known, isAbandoned };
    });
  }

  /** Reads the change; `undefined` if the entry is gone, or this version cannot read it. */
  async read({ file }: Pick<JournalEntry, "file">): Promise<PendingChange | undefined> {
    const parsed = v.safeParse(v.pipe(text, v.parseJson(), schema), await this.#files.read(this.#path(file)));
    return parsed.success ? parsed.output : undefined;
  }

  /** Writes an entry; it is on the disk when this resolves. */
  async create(
    entry: Omit<JournalEntry, "file" | "isAbandoned">,
    { panel, rows: _rows, perform: _perform, ...request }: ActionRequest,
    before: unknown,
    notBegun: number,
  ): Promise<JournalEntry> {
    const made = { ...entry, isAbandoned: false };
    const { id: panelId, address } = panel;
    const change: PendingChange = { version: VERSION, panelId, address, request, before, notBegun };
    const written = { ...made, file: nameOf(made) };
    try {
      await this.#files.create(this.#path(written.file), JSON.stringify(change));
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
    const file = nameOf(next);
    await this.#files.rename(this.#path(entry.file), this.#path(file));
    return { ...next, file };
  }

  /** Removes the entries of a panel, which can no longer be asked about them. */
  async forget(panelId: string): Promise<void> {
    for (const entry of await this.list()) if ((await this.read(entry))?.panelId === panelId) await this.remove(entry);
  }

  /** Removing an absent entry is not an error. */
  async remove({ file }: Pick<JournalEntry, "file">): Promise<void> {
    await this.#files.remove(this.#path(file));
  }

  #path(file: string): string {
    return join(this.#directory, file);
  }
}

function nameOf({ claim, at, id, step, isAbandoned }: Omit<JournalEntry, "file">): string {
  return `${claim}.${at}.${id}.${step}${isAbandoned ? ".abandoned" : ""}`;
}
