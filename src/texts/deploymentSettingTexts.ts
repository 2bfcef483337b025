import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { LONGEST_NAME } from "../deployments/deploymentFields.ts";
import type { InvalidDeployment } from "../deployments/deploymentSetting.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** Entries in a sentence about what is wrong with them. */
const MOST_NAMED = 3;

/** Most characters of a line that seems to have a secret in it. */
const LONGEST_LINE = 80;

/** Says what the setting's schema describes a field as, by the field's path without numbers; `undefined`: nothing. */
export type DescribeField = (field: string) => string | undefined;

/** What is wrong with entries of the setting. */
export function invalidTexts(invalid: readonly InvalidDeployment[], describe: DescribeField): string {
  const unnamed = invalid.length - MOST_NAMED;
  return sentences(
    ...invalid.slice(0, MOST_NAMED).map((each) => invalidText(each, describe)),
    unnamed > 0 && l10n.t("… and {0} more", numberText(unnamed)),
  );
}

/** What is wrong with an entry of the setting. VS Code underlines it, too, so that a field is only told what its schema says. */
export function invalidText(invalid: InvalidDeployment, describe: DescribeField): string {
  switch (invalid.problem) {
    case "noList":
      return l10n.t("It is no list of deployments.");
    case "noDeployment":
      return l10n.t("Entry {0} is no deployment.", numberText(invalid.entry.number));
    case "sameName":
      return l10n.t("There is another deployment called “{0}”: only the first one counts.", visibleText(invalid.name));
    case "lacks":
      return l10n.t(
        "One of {0} is missing in {1}.",
        listText(invalid.fields.map((field) => l10n.t("“{0}”", field))),
        entryText(invalid.entry),
      );
    case "missing":
      return l10n.t("“{0}” is missing in {1}.", invalid.field, entryText(invalid.entry));
    case "unknown":
      return l10n.t(
        "{1} has a field “{0}”, which does not belong there.",
        visibleText(invalid.field, LONGEST_NAME),
        entryText(invalid.entry),
      );
    case "notValid":
      return sentences(
        l10n.t("“{0}” of {1} is not valid.", invalid.field, entryText(invalid.entry)),
        describe(invalid.field.replaceAll(/\[\d+\]/g, "")),
      );
    case "secret":
      return sentences(
        l10n.t(
          "“{0}” of {1} seems to have a secret in it: {2}",
          invalid.field,
          entryText(invalid.entry),
          visibleText(invalid.line, LONGEST_LINE),
        ),
        l10n.t(
          "A step stays readable in the settings and on the server. Put the secret into a file there, such as {0}, and read it from that.",
          ".env",
        ),
      );
    default:
      return invalid satisfies never;
  }
}

function entryText({ name, number }: Extract<InvalidDeployment, { readonly entry: unknown }>["entry"]): string {
  if (name === undefined) return l10n.t("entry {0}", numberText(number));
  return l10n.t("“{0}”", visibleText(name, LONGEST_NAME));
}
