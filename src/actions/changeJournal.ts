import { join } from "node:path";
import * as v from "valibot";
import { agentIn, writtenAgent } from "./agent.ts";
import { resourceStates, type ActionInput } from "../resources/resource.ts";
import { verbs } from "../resources/verbs.ts";
import { subjectKinds } from "../resources/subjects.ts";
import type { FileSystem } from "../storage/fileSystem.ts";
import type { ActionRequest } from "./actionRequest.ts";
import { journalDirectory } from "./journalDirectory.ts";

/** The version of the format; entries of other versions are ignored. */
const VERSION = 1;

const text = v.string();

const schema = v.object({
  version: v.literal(VERSION),
  panelId: text,
  address: text,
  request: v.pipe(
    v.object({
      kind: v.picklist(subjectKinds),
      verb: v.picklist(verbs),
      target: v.object({ key: text, label: text, alias: v.exactOptional(text) }),
      input: v.exactOptional(v.custom<ActionInput>((input) => typeof input === "object" && input !== null)),
      state: v.exactOptional(v.picklist(resourceStates)),
      row: v.optional(v.unknown()),
      by: v.exactOptional(v.literal("agent")),
      client: v.exactOptional(text),
      group: v.exactOptional(
        v.object({ id: text, deployment: text, role: text, roles: v.pipe(v.array(text), v.readonly()) }),
      ),
    }),
    v.transform(({ by, client, ...request }) => {
      const agent = agentIn({ by, client });
      return { ...request, ...(agent && { by: agent }) };
    }),
  ),
  before: v.optional(v.unknown()),
  notBegun: v.number(),
});

type Written = Omit<v.InferInput<typeof schema>, "request"> & { readonly request: object };

/**
 * A change that is about to be sent. `before` is the target as its verification saw it, or what a procedure keeps of what was
 * there; `undefined` if the panel cannot show the target. `notBegun` counts the later changes of the same run.
 */
export type PendingChange = Readonly<v.InferOutput<typeof schema>>;

/**
 * The phases that send something, and the one after an answer. A change in two steps is first `stopping`, then `starting`;
 * before `verifying` nobody knows whether anything was sent, or has reached the panel.
 */
export const sendingSteps = ["sending", "stopping", "starting", "verifying"] as const;
export type SendingStep = (typeof sendingSteps)[number];

/** A journal entry, parsed from its file name. */
export interface JournalEntry {
  readonly file: string;
  /** The name of the lock that its window holds. */
  readonly claim: string;
  /** The id of the change in the Activity view. */
  readonly id: string;
  /** The time of the entry, in milliseconds since the epoch. */
  readonly at: number;
  readonly step: SendingStep;
  /** The window gave it up when it closed. If a window dies instead, its lock expires. */
  readonly isAbandoned: boolean;
}

const NAME = /^(?<claim>[\da-f-]+)\.(?<at>\d+)\.(?<id>[\da-f-]+)\.(?<step>[a-z]+)(?<abandoned>\.abandoned)?$/;

/**
 * The changes of all windows: one file each, from before its first byte is sent until its outcome is recorded. The step
 * is in the file name, because a rename is atomic. Methods reject with file errors.
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
    return (await this.#files.list(this.#directory)).flatMap((name) => {
      const { claim = "", at, id = "", step, abandoned } = NAME.exec(name)?.groups ?? {};
      const known = sendingSteps.find((each) => each === step);
      const isAbandoned = abandoned !== undefined;
      if (known === undefined) return [];
      return { file: join(this.#directory, name), claim, id, at: Number(at), step: known, isAbandoned };
    });
  }

  /** `undefined` if the entry is gone or unreadable. */
  async read({ file }: Pick<JournalEntry, "file">): Promise<PendingChange | undefined> {
    const parsed = v.safeParse(v.pipe(text, v.parseJson(), schema), await this.#files.read(file));
    if (parsed.success) return parsed.output;
    return undefined;
  }

  /** Writes an entry; resolves when it is on the disk. */
  async create(
    entry: Omit<JournalEntry, "file" | "isAbandoned">,
    { panel, rows: _rows, by, ...rest }: ActionRequest,
    before: unknown,
    notBegun: number,
  ): Promise<JournalEntry> {
    const made = { ...entry, isAbandoned: false };
    const { id: panelId, address } = panel;
    const request = { ...rest, ...writtenAgent(by) };
    const change = { version: VERSION, panelId, address, request, before, notBegun } satisfies Written;
    const written = { ...made, file: join(this.#directory, nameOf(made)) };
    try {
      await this.#files.create(written.file, JSON.stringify(change));
    } catch (error) {
      // a full disk may leave a part of it
      await this.remove(written).catch(() => undefined);
      throw error;
    }
    return written;
  }

  /** Updates the step, or marks the change as abandoned. */
  async note(entry: JournalEntry, now: Partial<Pick<JournalEntry, "step" | "isAbandoned">>): Promise<JournalEntry> {
    const next = { ...entry, ...now };
    const file = join(this.#directory, nameOf(next));
    await this.#files.rename(entry.file, file);
    return { ...next, file };
  }

  /** Removes the entries of a panel that was removed. */
  async forget(panelId: string): Promise<void> {
    for (const entry of await this.list()) if ((await this.read(entry))?.panelId === panelId) await this.remove(entry);
  }

  async remove({ file }: Pick<JournalEntry, "file">): Promise<void> {
    await this.#files.remove(file);
  }
}

function nameOf({ claim, at, id, step, isAbandoned }: Omit<JournalEntry, "file">): string {
  return `${claim}.${at}.${id}.${step}${isAbandoned ? ".abandoned" : ""}`;
}
