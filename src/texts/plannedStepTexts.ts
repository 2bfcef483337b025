import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import type { PlannedStep } from "../resources/resource.ts";
import { listText } from "./listTexts.ts";

/** What the server is to run before and after the files are there, as a preview names it. */
export function plannedStepsText(steps: readonly PlannedStep[]): readonly { label: string; names: string }[] {
  const told = (when: PlannedStep["when"], label: string) => {
    const names = steps
      .filter((step) => step.when === when)
      .map(({ name, user }) => l10n.t("{0} (as {1})", visibleText(name), visibleText(user)));
    return names.length === 0 ? [] : [{ label, names: listText(names) }];
  };
  return [...told("before", l10n.t("Steps before the files")), ...told("after", l10n.t("Steps after the files"))];
}
