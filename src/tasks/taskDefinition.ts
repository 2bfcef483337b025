import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { TASK_TYPE } from "../manifest/manifest.ts";
import { taskKinds, taskVerbs, taskVerbsOf } from "../manifest/taskActions.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { isChangeFor, resourceOf } from "../resources/resources.ts";
import { verbWords, type Verb } from "../resources/verbs.ts";
import { isCalled } from "../tree/contentsOf.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

const word = v.pipe(v.string(), v.nonEmpty());
const type = v.literal(TASK_TYPE);

const onItem = (verb: Verb) => {
  const kinds = taskKinds.filter((kind) => taskVerbsOf(kind).includes(verb));
  return v.object({ type, task: v.literal(verb), panel: word, kind: v.picklist(kinds), name: word });
};

const schema = v.variant("task", [
  ...taskVerbs.map(onItem),
  v.object({ type, task: v.literal("updateComposer"), panel: word }),
  // the panel is not the file's choice
  v.object({ type, task: v.literal("deploy"), deployment: word }),
]);

/** A task as a tasks.json has it. It names a panel and what is on it as people do, by no address and with no secret. */
export type TaskDefinition = v.InferOutput<typeof schema>;

/** Reads a definition; a field that is missing or wrong by its name. */
export function readTask(definition: unknown): TaskDefinition | { readonly wrong: string } {
  const parsed = v.safeParse(schema, definition);
  if (parsed.success) return parsed.output;
  return { wrong: v.getDotPath(parsed.issues[0]) ?? "task" };
}

/** A definition with its short name, and the action that it performs. */
export interface OfferedTask {
  readonly definition: TaskDefinition;
  readonly label: string;
  readonly verb: Verb;
}

/** The tasks that can be made of a row, with its panel by name unless another panel has the same. */
export function tasksOf(item: ItemNode, panels: readonly PanelRecord[]): readonly OfferedTask[] {
  const panel = panels.find(({ id }) => id === item.panelId);
  if (panel === undefined) return [];
  const isAlone = panelsCalled(panels, panel.name).length === 1;
  const shared = { type: TASK_TYPE, panel: isAlone ? panel.name : panel.id } as const;
  const offered = (definition: TaskDefinition, verb: Verb, name: string): OfferedTask => ({
    definition,
    label: taskLabel(verb, name, panel),
    verb,
  });
  const { kind, row, label, key } = item;
  if (kind === "dependencyManager")
    return [offered({ ...shared, task: "updateComposer" }, "update", resourceOf(kind).words.items?.[key]?.() ?? label)];
  // a container's name outlives its ID
  const name = row === undefined || !isCalled(kind, row, label) ? key : label;
  const ofRow = taskVerbsOf(kind).filter((verb) => isChangeFor(kind, verb, row));
  return ofRow.map((task) => offered({ ...shared, task, kind, name }, task, label));
}

/** The name of a task: "Restart order-service on Shop". */
export function taskLabel(verb: Verb, name: string, panel: PanelRecord): string {
  return l10n.t("{0} {1} on {2}", verbWords[verb].button(), name, panel.name);
}

/** The panels that a task means: by name, or by id where names are shared. */
export function panelsCalled(panels: readonly PanelRecord[], name: string): readonly PanelRecord[] {
  return panels.filter((panel) => panel.name === name || panel.id === name);
}
