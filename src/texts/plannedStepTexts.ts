import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import type { PlannedStep } from "../resources/plannedDeployment.ts";
import { listText } from "./listTexts.ts";

/** What the server is to run before and after the files are there, or a release is served, as a preview names it. */
export function plannedStepsText(
  steps: readonly PlannedStep[],
  isRelease = false,
): readonly { label: string; names: string }[] {
  const told = (when: PlannedStep["when"], label: string) => {
    const names = steps
      .filter((step) => step.when === when)
      .map(({ name, user }) => l10n.t("{0} (as {1})", visibleText(name), visibleText(user)));
    return names.length === 0 ? [] : [{ label, names: listText(names) }];
  };
  if (isRelease)
    return [
      ...told("before", l10n.t("Steps in the release before it is served")),
      ...told("after", l10n.t("Steps after it is served")),
    ];
  return [...told("before", l10n.t("Steps before the files")), ...told("after", l10n.t("Steps after the files"))];
}
