import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";

/** The reason why the server cannot do it, by the word of the script. */
export function unableText(why: string): string {
  return unableTexts.get(why)?.() ?? l10n.t("The server could not do it ({0}).", visibleText(why));
}

const damagedText = () => l10n.t("What was sent did not arrive whole. Begin anew.");
const notComparedText = () => l10n.t("The server could not compare the files with what was shown.");

/** What the words of the scripts mean that are about no file. */
const unableTexts: ReadonlyMap<string, () => string> = new Map([
  ["space", () => l10n.t("The server cannot keep more files: the disk may be full or read-only.")],
  ["unpack", () => l10n.t("The server could not unpack what was sent.")],
  ["root", () => l10n.t("The directory that is deployed to is not there.")],
  ["cut", () => l10n.t("It was cut off before it began.")],
  ["late", () => l10n.t("It came too late to begin. Begin anew.")],
  ["stopped", () => l10n.t("It was ended before it began.")],
  [
    "tidied",
    () =>
      l10n.t(
        "What the server had of it was deleted there, so it can neither go back nor be kept. Give it up, before the next one.",
      ),
  ],
  ["served", () => l10n.t("The website still serves the release.")],
  ["access", () => l10n.t("The owner or the rights of new files could not be set.")],
  ["list", notComparedText],
  ["compare", notComparedText],
  ...["id", "about", "how", "step", "script"].map((word) => [word, damagedText] as const),
  ["unknown", () => l10n.t("The server's answer was not seen.")],
]);
