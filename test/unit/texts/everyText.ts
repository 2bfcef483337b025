import { entryOf } from "../../../src/activity/activityEntry.ts";
import { resourceStates, verbs } from "../../../src/resources/resource.ts";
import { resourceKinds } from "../../../src/resources/resources.ts";
import { outcomeText, progressTitle, stepText } from "../../../src/texts/actionTexts.ts";
import { activityFacts, activityLabel } from "../../../src/texts/activityTexts.ts";
import { confirmationText } from "../../../src/texts/confirmationTexts.ts";
import { failureHint, failureText } from "../../../src/texts/failureTexts.ts";
import {
  emptyText,
  factName,
  groupText,
  guardLevelText,
  inHandText,
  kindText,
  stateText,
} from "../../../src/texts/resourceTexts.ts";
import { siteFormTexts } from "../../../src/texts/siteForm/siteFormTexts.ts";
import { summaryText } from "../../../src/texts/summaryTexts.ts";
import { failureSamples } from "./failureSamples.ts";
import { outcomeSamples, requestSamples } from "../actions/requestSamples.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4);

/** Texts of every kind, each a line or several, from samples whose names have no Latin letters. */
export function everyText(): readonly string[] {
  const { form, rules } = siteFormTexts();
  return [
    ...requestSamples.flatMap((request) => {
      const { kind, verb, target, panel } = request;
      const targets = [{ verb, target, panel, state: "valid" as const, alsoAffects: ["报表"] }];
      const { message, detail } = confirmationText({
        ...request,
        input: { path: "/日志" },
        effect: "disrupt",
        safeguard: "ask",
        targets,
      });
      return [
        progressTitle([request]),
        progressTitle([request, request]),
        stepText([request, request], { index: 1, phase: "verifying" }),
        message,
        detail,
        ...outcomeSamples.flatMap((outcome) => {
          const record = { panelId: "p1", kind, verb, target, outcome, milliseconds: 1 };
          const entry = entryOf(record, panel.name, AT, (text) => text);
          return [
            outcomeText(request, outcome)?.message ?? "",
            summaryText([{ request, outcome }]).message,
            ...(entry === undefined ? [] : [activityLabel(entry), ...activityFacts(entry, AT)]),
          ];
        }),
      ];
    }),
    ...failureSamples.flatMap((failure) => [failureText(failure), failureHint(failure) ?? ""]),
    ...resourceKinds.flatMap((kind) => [groupText(kind), kindText(kind), emptyText(kind)]),
    ...resourceStates.map(stateText),
    ...verbs.map(inHandText),
    ...(["certificateDays", "pid"] as const).map(factName),
    guardLevelText("ask").detail,
    ...Object.values(form),
    ...Object.values(rules),
  ];
}
