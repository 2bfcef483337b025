import { entryOf } from "../../../src/activity/activityEntry.ts";
import { resourceStates } from "../../../src/resources/resource.ts";
import { verbWords, verbs } from "../../../src/resources/verbs.ts";
import { factNames } from "../../../src/resources/facts.ts";
import { resourceKinds, resourceOf } from "../../../src/resources/resources.ts";
import { subjectKinds } from "../../../src/resources/subjects.ts";
import { outcomeText, stepText, summaryText } from "../../../src/texts/actionTexts.ts";
import { progressTitle } from "../../../src/texts/actionTitles.ts";
import { activityFacts, activityLabel } from "../../../src/activity/window/activityTexts.ts";
import { confirmationText } from "../../../src/texts/confirmationTexts.ts";
import { steps } from "../../../src/doctor/finding.ts";
import { diagnosisText, findingText, stepName } from "../../../src/texts/doctorTexts.ts";
import { findingSamples } from "../doctor/findingSamples.ts";
import { failureHint, failureText } from "../../../src/texts/failureTexts.ts";
import { groupText, guardLevelText, kindText, stateText } from "../../../src/texts/resourceTexts.ts";
import { panelDescription, panelSpoken, panelTooltip } from "../../../src/texts/panelTexts.ts";
import { clockText } from "../../../src/texts/timeTexts.ts";
import type { PanelNode } from "../../../src/tree/treeNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { failureSamples } from "./failureSamples.ts";
import { outcomeSamples, requestSamples } from "../actions/requestSamples.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4);

/** A failure without an address, which has Latin letters. */
const PANEL: PanelNode = {
  type: "panel",
  id: "panel:demo",
  parentId: undefined,
  panel: panelRecord({ id: "demo", name: "面板", guardLevel: "readOnly", pinnedUntil: "2026-01-01" }),
  state: {
    kind: "answering",
    edition: "baota",
    version: "11.0.0",
    machine: {
      system: undefined,
      uptime: { count: 12, unit: "day" },
      processorPercent: 7.4,
      processors: 4,
      memoryMegabytes: 7_800,
      memoryUsedMegabytes: 2_500,
      atMs: AT,
      details: {
        load: { one: 0.1, five: 0.2, fifteen: 1.5 },
        disks: [{ path: "/数据", bytes: 2 ** 40, freeBytes: 2 ** 35, usedPercent: 97 }],
      },
    },
    atMs: AT,
  },
};

/** Texts of every kind, in lines, from samples whose names have no Latin letters. */
export function everyText(): readonly string[] {
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
          const later = AT + 12 * 86_400_000;
          return [
            outcomeText(request, outcome)?.message ?? "",
            summaryText([{ request, outcome }]).message,
            ...(entry === undefined
              ? []
              : [activityLabel(entry), ...activityFacts(entry, AT), ...activityFacts(entry, later)]),
          ];
        }),
      ];
    }),
    ...failureSamples.flatMap((failure) => [failureText(failure), failureHint(failure) ?? ""]),
    ...subjectKinds.flatMap((kind) => [groupText(kind), kindText(kind)]),
    ...resourceKinds.map((kind) => resourceOf(kind).words.none()),
    ...resourceStates.map(stateText),
    ...verbs.map((verb) => verbWords[verb].inRow()),
    ...(["certificateDays", "pid"] as const).map((name) => factNames[name]()),
    ...steps.map(stepName),
    ...findingSamples.map((finding) => findingText(finding, "")),
    diagnosisText({ name: "商店", address: "" }, findingSamples, AT),
    guardLevelText("ask").detail,
    clockText("2026-01-03T00:10", "short"),
    panelDescription(PANEL, { now: AT, hasNamesake: false, diskPercent: 90 }),
    panelSpoken(PANEL, { now: AT, hasNamesake: false, diskPercent: 90 }),
    ...panelTooltip(PANEL, AT),
  ];
}
