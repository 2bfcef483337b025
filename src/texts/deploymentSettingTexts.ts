import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { LONGEST_NAME, LONGEST_TEXT, LONGEST_WATCH, SHORTEST_WATCH } from "../deployments/deploymentFields.ts";
import { MOST_RELEASES, MOST_SHARED } from "../deployments/releases/releaseFields.ts";
import { FEWEST_TARGETS, MOST_TARGETS } from "../deployments/several/severalTargets.ts";
import { LONGEST_SECONDS, LONGEST_STEPS, MOST_STEPS } from "../deployments/steps/stepFields.ts";
import { LONGEST_STEP, MOST_LINES } from "../deployments/steps/stepText.ts";
import type { FieldProblem, InvalidDeployment } from "../deployments/deploymentSetting.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** Entries in a sentence about what is wrong with them. */
const MOST_NAMED = 3;

/** Most characters of a line that seems to have a secret in it. */
const LONGEST_LINE = 80;

/** What is wrong with entries of the setting. */
export function invalidTexts(invalid: readonly InvalidDeployment[]): string {
  const unnamed = invalid.length - MOST_NAMED;
  return sentences(
    ...invalid.slice(0, MOST_NAMED).map(invalidText),
    unnamed > 0 && l10n.t("… and {0} more", numberText(unnamed)),
  );
}

/** What is wrong with an entry of the setting. */
export function invalidText(invalid: InvalidDeployment): string {
  switch (invalid.kind) {
    case "noList":
      return l10n.t("It is no list of deployments.");
    case "noDeployment":
      return l10n.t("Entry {0} is no deployment.", numberText(invalid.entry.number));
    case "noBrought":
      return l10n.t(
        "{1} does not say what is deployed: it lacks one of {0}.",
        listText(invalid.oneOf.map((name) => l10n.t("“{0}”", name))),
        entryText(invalid.entry),
      );
    case "sameName":
      return l10n.t("There is another deployment called “{0}”: only the first one counts.", visibleText(invalid.name));
    case "field": {
      const { field, problem, entry, lacks = [], line = "" } = invalid;
      return sentences(
        fieldText(problem, visibleText(field, LONGEST_NAME), entryText(entry), visibleText(line, LONGEST_LINE)),
        lacks.length > 0 && l10n.t("It lacks {0}.", listText(lacks.map((name) => l10n.t("“{0}”", name)))),
      );
    }
    default:
      return invalid satisfies never;
  }
}

function entryText({ name, number }: Extract<InvalidDeployment, { kind: "field" }>["entry"]): string {
  if (name === undefined) return l10n.t("entry {0}", numberText(number));
  return l10n.t("“{0}”", visibleText(name, LONGEST_NAME));
}

/** @param line of a secret: where it seems to be, masked */
function fieldText(problem: FieldProblem, field: string, entry: string, line: string): string {
  switch (problem) {
    case "missing":
      return l10n.t("“{0}” is missing in {1}.", field, entry);
    case "unknown":
      return l10n.t("{1} has a field “{0}”, which deployments do not have.", field, entry);
    case "text":
      return l10n.t(
        "“{0}” of {1} must be a text of 1 to {2} characters on one line, without hidden characters.",
        field,
        entry,
        numberText(LONGEST_TEXT),
      );
    case "name":
      return l10n.t(
        "“{0}” of {1} must be a name of 1 to {2} characters on one line, without curly quotation marks and hidden characters.",
        field,
        entry,
        numberText(LONGEST_NAME),
      );
    case "path":
      return l10n.t("“{0}” of {1} must be a path inside its folder, without special characters.", field, entry);
    case "address":
      return l10n.t("“{0}” of {1} must be an address with http or https, without a user name.", field, entry);
    case "patterns":
      return l10n.t("“{0}” of {1} must be a list of patterns.", field, entry);
    case "trueOrFalse":
      return l10n.t("“{0}” of {1} must be {2} or {3}, without quotation marks.", field, entry, "true", "false");
    case "askOrAuto":
      return l10n.t("“{0}” of {1} must be “{2}” or “{3}”.", field, entry, "ask", "auto");
    case "beforeOrAfter":
      return l10n.t("“{0}” of {1} must be “{2}” or “{3}”.", field, entry, "before", "after");
    case "exchangeOrReleases":
      return l10n.t("“{0}” of {1} must be “{2}” or “{3}”.", field, entry, "exchange", "releases");
    case "plainPath":
      return l10n.t(
        "“{0}” of {1} must be a path inside its folder, of letters, digits, dots, hyphens and underscores.",
        field,
        entry,
      );
    case "sharedPaths":
      return l10n.t(
        "“{0}” of {1} must be a list of at most {2} paths inside the website's own directory, without special characters.",
        field,
        entry,
        numberText(MOST_SHARED),
      );
    case "keepCount":
      return l10n.t(
        "“{0}” of {1} must be a whole number from {2} to {3}.",
        field,
        entry,
        numberText(1),
        numberText(MOST_RELEASES),
      );
    case "onlyReleases":
      return l10n.t("“{0}” of {1} belongs to releases: {2}.", field, entry, '"mode": "releases"');
    case "wholeWebsite":
      return l10n.t("Releases are the whole website: leave out “{0}” of {1}.", field, entry);
    case "alsoBackOfRelease":
      return l10n.t(
        "“{0}” of {1}: a release goes back with all that steps have made in it, so leave out “{2}”.",
        field,
        entry,
        "alsoBack",
      );
    case "sharedTwice":
      return l10n.t("Paths in “{0}” of {1} lie in each other, or are the same.", field, entry);
    case "steps":
      return l10n.t("“{0}” of {1} must be a list of steps, each with “{2}” and “{3}”.", field, entry, "name", "run");
    case "stepText":
      return l10n.t("“{0}” of {1} must be a command in quotation marks.", field, entry);
    case "userName":
      return l10n.t("“{0}” of {1} cannot be a user of a server.", field, entry);
    case "seconds":
      return l10n.t(
        "“{0}” of {1} must be a whole number from {2} to {3}.",
        field,
        entry,
        numberText(1),
        numberText(LONGEST_SECONDS),
      );
    case "targets":
      return l10n.t(
        "“{0}” of {1} must be a list of {2} to {3} servers, each with “{4}” and either “{5}” or “{6}”.",
        field,
        entry,
        numberText(FEWEST_TARGETS),
        numberText(MOST_TARGETS),
        "role",
        "website",
        "project",
      );
    case "besideTargets":
      return l10n.t("“{2}” and “{0}” of {1} exclude each other.", field, entry, "targets");
    case "oneKind":
      return l10n.t("All of “{0}” of {1} must be of one kind: websites or projects.", field, entry);
    case "sameRole":
      return l10n.t("Two of “{0}” of {1} have the same role.", field, entry);
    case "watchSeconds":
      return l10n.t(
        "“{0}” of {1} must be a whole number from {2} to {3}.",
        field,
        entry,
        numberText(SHORTEST_WATCH),
        numberText(LONGEST_WATCH),
      );
    case "hidden":
      return l10n.t("“{0}” of {1} has a character that cannot be shown.", field, entry);
    case "secret":
      return sentences(
        l10n.t("“{0}” of {1} seems to have a secret in it: {2}", field, entry, line),
        l10n.t(
          "A step stays readable in the settings and on the server. Put the secret into a file there, such as {0}, and read it from that.",
          ".env",
        ),
      );
    case "long":
      return l10n.t(
        "“{0}” of {1} is longer than a person can check in a question ({2} characters, {3} lines). Put it into a script of the project, and run that.",
        field,
        entry,
        numberText(LONGEST_STEP),
        numberText(MOST_LINES),
      );
    case "many":
      return l10n.t("“{0}” of {1} may have at most {2}.", field, entry, numberText(MOST_STEPS));
    case "sameStep":
      return l10n.t("Two of “{0}” of {1} have the same name.", field, entry);
    case "longTogether":
      return l10n.t(
        "“{0}” of {1} are together longer than a person can check in a question ({2} characters). Put them into a script of the project, and run that.",
        field,
        entry,
        numberText(LONGEST_STEPS),
      );
    default:
      return problem satisfies never;
  }
}
