import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { numberText } from "../../texts/numberTexts.ts";

/** Most rows of a section; the rest is counted. */
const MOST_ROWS = 500;

/** A section of a preview, with a row for each file. @param shown what a row has beside its path */
export function fileRows<File extends { readonly path: string }, T>(
  heading: string,
  icon: string,
  files: readonly File[],
  shown: (file: File) => Partial<LiveRow<T>>,
): readonly LiveRow<T>[] {
  const rows = files.slice(0, MOST_ROWS).map((file, index): LiveRow<T> => ({
    id: `${heading}:${file.path}`,
    label: visibleText(file.path),
    icon,
    ...shown(file),
    ...(index === 0 && { heading }),
  }));
  const more = files.length - rows.length;
  if (more <= 0) return rows;
  return [...rows, { id: `${heading}:more`, label: l10n.t("… and {0} more", numberText(more)) }];
}
