import * as l10n from "@vscode/l10n";
import { askedForText } from "../../texts/agentTexts.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { listText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import { targetOf } from "../place.ts";
import type { PreparedRollBack, RollBackFile } from "../rollBack.ts";
import type { DeployTo } from "../targetNow.ts";
import { fileRows } from "./fileRows.ts";
import { processFacts } from "./processRows.ts";

export interface RollBackPreview {
  readonly prepared: PreparedRollBack;
  readonly to: DeployTo;
}

/** What a row of the preview does. */
type Choice =
  | { readonly kind: "rollBack" }
  /** Has a file that was changed since go back too, or stay again. */
  | { readonly kind: "toggle"; readonly path: string }
  | { readonly kind: "toggleAll" };

/** The files of a roll back by what it does to them. */
interface Sorted {
  readonly returning: readonly RollBackFile[];
  readonly removed: readonly RollBackFile[];
  /** Changed since: each stays, unless a person has it go back, too. */
  readonly edited: readonly RollBackFile[];
  /** Changed since in a way that leaves nothing to roll back. */
  readonly staying: readonly RollBackFile[];
}

/**
 * Shows what a roll back will do, with every file, and asks about those that were changed since. Resolves to the paths of those
 * that go back all the same; `undefined`: the person turned away. Nothing was changed yet.
 */
export async function previewRollBack(
  dialogs: Pick<Dialogs, "live">,
  preview: RollBackPreview,
): Promise<ReadonlySet<string> | undefined> {
  const { prepared, to } = preview;
  const sorted = sortedFiles(prepared);
  const accepted = new Set<string>();
  const taken = await dialogs.live<Choice>({
    title: l10n.t("Roll Back “{0}” on “{1}”", to.target.label, to.panel.name),
    placeholder:
      to.by !== undefined
        ? l10n.t("Choose Roll Back, or type to find a file")
        : l10n.t("Enter rolls back; type to find a file"),
    open(box) {
      let typed = "";
      const show = () => box.show({ rows: rollBackRows(preview, sorted, accepted, typed), isBusy: false });
      return {
        typed(text) {
          typed = text;
          show();
        },
        taken(choice) {
          if (choice.kind === "rollBack") return true;
          if (choice.kind === "toggle") toggle(accepted, choice.path);
          else toggleAll(accepted, sorted.edited);
          show();
          return false;
        },
        closed: () => undefined,
      };
    },
  });
  return taken && accepted;
}

function toggle(accepted: Set<string>, path: string): void {
  if (!accepted.delete(path)) accepted.add(path);
}

function toggleAll(accepted: Set<string>, edited: readonly RollBackFile[]): void {
  const areAll = accepted.size === edited.length;
  for (const { path } of edited) {
    if (areAll) accepted.delete(path);
    else accepted.add(path);
  }
}

/** Sorts the files by what becomes of them once all deployments are undone. */
export function sortedFiles({ files, lists }: PreparedRollBack): Sorted {
  // the earliest deployment says what was there before them all
  const earliest = new Map(lists.flat().map(({ path, was }) => [path, was]));
  const isNew = ({ path }: RollBackFile) => earliest.get(path) === "added";
  const unedited = files.filter(({ isEdited }) => !isEdited);
  return {
    returning: unedited.filter((file) => !isNew(file)),
    // one that came with an earlier deployment and went with a later one is gone already
    removed: unedited.filter((file) => isNew(file) && file.was !== "removed"),
    edited: files.filter(({ isEdited, sha1 }) => isEdited && sha1 !== undefined),
    staying: files.filter(({ isEdited, sha1 }) => isEdited && sha1 === undefined),
  };
}

/** The rows of the preview. The first is what Enter takes: it rolls back, unless no click has begun this, or something is typed. */
export function rollBackRows(
  { prepared, to }: RollBackPreview,
  sorted: Sorted,
  accepted: ReadonlySet<string>,
  typed = "",
): readonly LiveRow<Choice>[] {
  const { returning, removed, edited, staying } = sorted;
  const facts: readonly LiveRow<Choice>[] = [
    ...prepared.undone.map(({ id, deployment, computer, at }): LiveRow<Choice> => ({
      id: `undone:${id}`,
      icon: "history",
      label: l10n.t("Undoes “{0}”", visibleText(deployment)),
      description: l10n.t("from “{0}”, {1}", visibleText(computer), timeText(at)),
    })),
    { id: "place", icon: "folder", label: l10n.t("On the server"), description: visibleText(targetOf(prepared.place)) },
    ...processFacts(to, false).map((fact): LiveRow<Choice> => ({ ...fact, id: "restart" })),
    ...(edited.length > 0 ? [allRow(edited, accepted)] : []),
  ];
  const asker: readonly LiveRow<Choice>[] =
    to.by === undefined ? [] : [{ id: "asker", icon: "robot", label: askedForText(to.by), description: "" }];
  const rollBack: LiveRow<Choice> = {
    id: "rollBack",
    icon: "discard",
    label: l10n.t("Roll Back"),
    description: effectText(sorted, accepted),
    value: { kind: "rollBack" },
  };
  return [
    ...[...asker, ...(typed === "" ? [rollBack, ...facts] : [...facts, rollBack])].map((row) => ({
      ...row,
      isAlwaysShown: true,
    })),
    ...fileRows<RollBackFile, Choice>(l10n.t("Changed since the deployment"), "warning", edited, (file) =>
      editedRow(file, accepted),
    ),
    ...fileRows<RollBackFile, Choice>(l10n.t("Stays"), "circle-slash", staying, () => ({
      description: l10n.t("no longer as the deployment left it, and nothing of it to roll back"),
    })),
    ...fileRows<RollBackFile, Choice>(l10n.t("Comes back"), "diff-modified", returning, ({ was }) => ({
      description: was === "removed" ? l10n.t("was removed") : l10n.t("was changed"),
    })),
    ...fileRows<RollBackFile, Choice>(l10n.t("Removed"), "diff-removed", removed, () => ({
      description: l10n.t("was new"),
    })),
  ];
}

/** The row that decides about all files that were changed since. */
function allRow(edited: readonly RollBackFile[], accepted: ReadonlySet<string>): LiveRow<Choice> {
  const areAll = accepted.size === edited.length;
  return {
    id: "all",
    icon: "warning",
    label: areAll ? l10n.t("Keep What Was Changed Since") : l10n.t("Roll Back What Was Changed Since, Too"),
    description: areAll
      ? l10n.t("all of it goes back now; copies are kept")
      : l10n.t("{0} of {1} stay as is", numberText(edited.length - accepted.size), numberText(edited.length)),
    value: { kind: "toggleAll" },
  };
}

function editedRow({ path }: RollBackFile, accepted: ReadonlySet<string>) {
  const goesBack = accepted.has(path);
  return {
    icon: goesBack ? "discard" : "warning",
    description: goesBack
      ? l10n.t("goes back, too; a copy of it is kept. Enter keeps it")
      : l10n.t("stays as it is. Enter rolls it back, too"),
    value: { kind: "toggle", path } as const,
  };
}

/** What a roll back does in all: "2 come back, 1 removed, 1 stays" */
function effectText({ returning, removed, edited, staying }: Sorted, accepted: ReadonlySet<string>): string {
  const back = returning.length + accepted.size;
  const kept = edited.length - accepted.size + staying.length;
  const parts = [
    back > 0 && l10n.t("{0} back as before", numberText(back)),
    removed.length > 0 && l10n.t("{0} removed", numberText(removed.length)),
    kept > 0 && l10n.t("{0} kept as is", numberText(kept)),
  ];
  return listText(parts.filter((part) => part !== false));
}
