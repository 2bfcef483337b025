import * as l10n from "@vscode/l10n";
import { activityFacts, activityLabel } from "../texts/activityTexts.ts";
import type { Handler, Services } from "./context/services.ts";

/** What commands of the Activity view work with. */
type ActivityServices = Pick<Services, "activity" | "clipboard" | "clock" | "dialogs">;

/** Shows all that is known of an operation; the argument is the id of its entry. */
export const showActivity: Handler<ActivityServices> = async ({ activity, dialogs, clock, clipboard }, [id]) => {
  const entry = (await activity.read()).find((candidate) => candidate.id === id);
  if (entry === undefined) {
    const message = l10n.t("This operation is no longer in the list.");
    await dialogs.tell({ severity: "information", message });
    return;
  }
  const message = activityLabel(entry);
  const detail = activityFacts(entry, clock.now()).join("\n");
  const isWanted = await dialogs.choose(message, detail, [{ label: l10n.t("Copy"), value: true }]);
  if (isWanted === true) await clipboard.write(`${message}\n${detail}`);
};

/** Empties the list of operations, after asking. */
export const clearActivity: Handler<ActivityServices> = async ({ activity, dialogs }) => {
  const question = l10n.t("Clear the activity list?");
  const detail = l10n.t("It is deleted from this computer, for all windows. Nothing changes on any server.");
  if (await dialogs.ask(question, detail, l10n.t("Clear"))) await activity.clear();
};
