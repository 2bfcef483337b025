import * as l10n from "@vscode/l10n";
import type { BrokenConfiguration } from "../../serverFiles/brokenConfiguration.ts";
import type { Editing } from "../../ports/workbench.ts";
import type { Fix } from "./telling.ts";

/** The button that opens the file and line which a web server names; none where it names none. */
export function openAtLine(
  { editors }: Editing,
  panelId: string,
  broken: BrokenConfiguration | undefined,
): readonly Fix[] {
  const place = broken?.place;
  if (place === undefined) return [];
  const run = async () => editors.openFile({ panelId, path: place.path }, { line: place.line });
  return [{ label: l10n.t("Open File"), run }];
}
