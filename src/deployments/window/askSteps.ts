import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Editing } from "../../ports/workbench.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import {
  longStepsText,
  manyLongStepsText,
  manyStepsDocument,
  manyStepsQuestion,
  notAgreedText,
  stepsDocument,
  stepsQuestion,
  type NamedSteps,
} from "../../texts/stepTexts.ts";
import { isAgreedTo, isRoot, keepAgreement, type SeenSteps } from "../steps/stepAgreement.ts";

/** Nobody is asked in a person's place: a tasks.json may start by itself, and an agent may have written the steps. */
export class StepsNotAgreed extends CommandAborted {
  constructor() {
    super(notAgreedText());
  }
}

/** Asking about steps, and keeping what was agreed to. */
interface AskingSteps extends Editing, InWorkspace, KeepingPanels, Talking {}

/**
 * Asks a person whether the steps of a deployment may run, unless they have agreed to exactly these before: at every protection level, for
 * it is not the panel that is asked about. `false`: they turned away.
 */
export async function askSteps(services: AskingSteps, named: NamedSteps): Promise<boolean> {
  const { seen } = named;
  assertTrusted(services);
  if (await isAgreedTo(services.store, seen)) return true;
  const { message, detail, isLong } = stepsQuestion(named);
  const texts = {
    message,
    detail,
    isLong,
    document: stepsDocument(named),
    long: (when: "before" | "after") => longStepsText(named, when),
  };
  if (!(await askCommands(services, texts))) return false;
  if (seen.steps.some(isRoot) && !(await askRoot(services, message))) return false;
  await keepAgreement(services.store, seen);
  return true;
}

/** Asks once about the steps of several servers: about those that a person has not agreed to yet. `false`: they turned away. */
export async function askStepsOfAll(services: AskingSteps, named: readonly NamedSteps[]): Promise<boolean> {
  assertTrusted(services);
  const open: NamedSteps[] = [];
  for (const each of named) if (!(await isAgreedTo(services.store, each.seen))) open.push(each);
  const [first, ...others] = open;
  if (first === undefined) return true;
  if (others.length === 0) return askSteps(services, first);
  const many = [first, ...others] as const;
  const { message, detail, isLong } = manyStepsQuestion(many);
  const texts = {
    message,
    detail,
    isLong,
    document: manyStepsDocument(many),
    long: (when: "before" | "after") => manyLongStepsText(many, when),
  };
  if (!(await askCommands(services, texts))) return false;
  if (many.some(({ seen }) => seen.steps.some(isRoot)) && !(await askRoot(services, message))) return false;
  for (const { seen } of many) await keepAgreement(services.store, seen);
  return true;
}

/** Throws `StepsNotAgreed` unless a person has agreed to exactly these steps. Asks nobody. */
export async function mustBeAgreed(services: InWorkspace & KeepingPanels, seen: SeenSteps): Promise<void> {
  assertTrusted(services);
  if (!(await isAgreedTo(services.store, seen))) throw new StepsNotAgreed();
}

function assertTrusted({ workspace }: InWorkspace): void {
  if (!workspace.isTrusted())
    throw new CommandAborted(l10n.t("Nothing can be deployed from a folder that is not trusted."));
}

/** What is asked about steps. */
interface StepsTexts {
  readonly message: string;
  readonly detail: string;
  /** The detail has no room in a dialog: an editor shows the document instead. */
  readonly isLong: boolean;
  readonly document: string;
  readonly long: (when: "before" | "after") => string;
}

async function askCommands({ dialogs, editors }: AskingSteps, texts: StepsTexts): Promise<boolean> {
  const { message, detail, isLong, document, long } = texts;
  const run = l10n.t("Run Commands");
  if (!isLong) return dialogs.ask(message, detail, run);
  // whoever has not had them before their eyes cannot agree to them
  if (!(await dialogs.ask(message, long("before"), l10n.t("Show Commands")))) return false;
  await editors.readUntilClosed(l10n.t("Commands"), document);
  return dialogs.ask(message, long("after"), run);
}

/** What runs as root is agreed to by a word, which no stray Enter types. */
async function askRoot({ dialogs }: AskingSteps, message: string): Promise<boolean> {
  const word = "root";
  const typed = await dialogs.input({
    title: message,
    prompt: l10n.t("Type “{0}” to confirm.", word),
    placeholder: word,
    problem: (value) => (value === word ? undefined : l10n.t("This is not “{0}”.", word)),
  });
  return typed === word;
}
