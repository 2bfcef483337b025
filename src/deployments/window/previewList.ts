import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import { withoutQuery } from "../../actions/deploymentEnd.ts";
import { visibleText } from "../../characters/plainText.ts";
import { isIncluded } from "../../characters/sentences.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { countsText } from "../../texts/deploymentTexts.ts";
import { listText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { plannedStepsText } from "../../texts/plannedStepTexts.ts";
import type { Checks } from "../checkStage.ts";
import { targetOf } from "../place.ts";
import type { Replaced } from "../deploymentPlan.ts";
import type { PlacedFile } from "../deploymentRecord.ts";
import { countsOf, foreignIn, isBelow, sentBytes, type PreparedDeployment } from "../preparedDeployment.ts";
import type { LeftOut, SourceFile } from "../sourceFiles.ts";
import type { DeployTo } from "../targetNow.ts";
import { fileRows } from "./fileRows.ts";
import { processFacts } from "./processRows.ts";

/** A deployment as its preview shows it. */
export interface DeploymentPreview {
  readonly prepared: PreparedDeployment;
  readonly to: DeployTo;
  /** The source folder, as people know it. */
  readonly shownPath: string;
  /** Labels of other websites with the same root. */
  readonly alsoServes: readonly string[];
  /** A person has said that the target, which is stopped, starts. */
  readonly startsStopped: boolean;
  /** What follows once its files are there. */
  readonly checks: Checks;
}

/** What a person does at the preview; `compare`: they look at what a file is here and on the server. */
export type Choice = "deploy" | "choosePanel" | { readonly compare: Replaced };

/** Shows what a deployment will do, with every file; `undefined`: the person turned away. Nothing was sent yet. */
export async function previewDeployment(
  dialogs: Pick<Dialogs, "live">,
  preview: DeploymentPreview,
): Promise<Choice | undefined> {
  const { prepared, to } = preview;
  return dialogs.live<Choice>({
    title: l10n.t("Deploy “{0}” to “{1}” on “{2}”", prepared.name, prepared.website, to.panel.name),
    placeholder:
      to.by === "agent"
        ? l10n.t("Choose Deploy, or type to find a file")
        : l10n.t("Enter deploys; type to find a file"),
    open(box) {
      return {
        typed: (text) => box.show({ rows: previewRows(preview, text), isBusy: false }),
        taken: () => true,
        closed: () => undefined,
      };
    },
  });
}

/**
 * The rows of the preview. The first is what Enter takes: it deploys, unless no click has begun this, or something is typed, which looks
 * for a file that may not be there.
 */
export function previewRows(
  { prepared, to, alsoServes, shownPath, startsStopped, checks }: DeploymentPreview,
  typed = "",
): readonly LiveRow<Choice>[] {
  const { plan, place, source, nested } = prepared;
  const isByAgent = to.by === "agent";
  const target = targetOf(place);
  const foreign = foreignIn(plan);
  const also = listText(alsoServes);
  const facts = [
    { icon: "device-desktop", label: l10n.t("On this computer"), description: visibleText(shownPath) },
    { icon: "folder", label: l10n.t("On the server"), description: visibleText(target) },
    ...(alsoServes.length > 0 ? [{ icon: "globe", label: l10n.t("Also the root of"), description: also }] : []),
    ...(nested.length > 0
      ? [{ icon: "globe", label: l10n.t("Roots of other websites, left alone"), description: nestedText(prepared) }]
      : []),
    ...processFacts(to, startsStopped),
    ...(foreign.length > 0
      ? [
          {
            icon: "warning",
            label: l10n.t("Changed on the server or never deployed"),
            description: l10n.t("{0} to be replaced", numberText(foreign.length)),
          },
        ]
      : []),
    ...stepFacts(prepared),
    ...afterwardsFacts(checks),
  ];
  const asker: readonly LiveRow<Choice>[] = isByAgent
    ? [{ id: "asker", icon: "robot", label: l10n.t("Asked for by: an agent"), description: "", isAlwaysShown: true }]
    : [];
  const size = (bytes: number) => bytesText(bytes);
  const deploy: LiveRow<Choice> = {
    id: "deploy",
    label: l10n.t("Deploy"),
    description: `${countsText(countsOf(plan))} · ${bytesText(sentBytes(plan))}`,
    icon: "cloud-upload",
    value: "deploy",
    buttons: isByAgent ? [] : [{ icon: "server", tooltip: l10n.t("Choose Panel Again"), value: "choosePanel" }],
    isAlwaysShown: true,
  };
  const said = facts.map((fact): LiveRow<Choice> => ({ ...fact, id: `fact:${fact.label}`, isAlwaysShown: true }));
  return [
    ...asker,
    ...(typed === "" ? [deploy, ...said] : [...said, deploy]),
    ...fileRows<SourceFile, Choice>(l10n.t("New"), "diff-added", plan.added, (file) => ({
      description: size(file.size),
    })),
    ...fileRows<Replaced, Choice>(
      l10n.t("Changed; Enter shows the difference"),
      "diff-modified",
      plan.changed,
      (file) => ({
        description: file.isOurs
          ? size(file.size)
          : l10n.t("{0}, changed on the server or never deployed", size(file.size)),
        // a link has no content to compare
        ...(file.there.kind === "file" && { value: { compare: file } }),
      }),
    ),
    ...fileRows<PlacedFile, Choice>(l10n.t("Removed"), "diff-removed", plan.removed, (file) => ({
      description: size(file.size),
    })),
    ...fileRows<{ readonly path: string }, Choice>(
      l10n.t("Kept on the server"),
      "warning",
      plan.kept.map((path) => ({ path })),
      ({ path }) => ({ description: keptText(prepared, path) }),
    ),
    ...fileRows<LeftOut, Choice>(l10n.t("Left out"), "circle-slash", source.leftOut, (file) => ({
      description: ruleText(file),
    })),
  ];
}

/** What the server runs, before and after the files are there. */
function stepFacts({ steps }: PreparedDeployment) {
  return plannedStepsText(steps).map(({ label, names }) => ({ icon: "terminal", label, description: names }));
}

/** How a person will know that it is well. */
function afterwardsFacts({ address, watch, rollsBack }: Checks) {
  const looks = [
    address !== undefined && l10n.t("{0} is asked", visibleText(withoutQuery(address))),
    watch !== undefined && l10n.t("its errors are watched for {0} s", numberText(watch)),
  ].filter(isIncluded);
  if (looks.length === 0) return [];
  const back = rollsBack === true ? [l10n.t("it goes back by itself if something is wrong")] : [];
  return [{ icon: "eye", label: l10n.t("Afterwards"), description: [...looks, ...back].join(" · ") }];
}

function nestedText({ nested, place }: PreparedDeployment): string {
  const target = targetOf(place);
  return listText(
    nested.map(({ path, site }) => l10n.t("{0} ({1})", visibleText(posix.relative(target, path)), visibleText(site))),
  );
}

/** Why a file that is no longer in the source stays on the server. */
function keptText({ place, nested, behindLinks }: PreparedDeployment, path: string): string {
  const file = posix.join(targetOf(place), path);
  const other = nested.find((each) => isBelow(file, each.path));
  if (other !== undefined) return l10n.t("in the root of “{0}”", visibleText(other.site));
  if (behindLinks.includes(path)) return l10n.t("behind a symbolic link");
  return l10n.t("changed since the last deployment");
}

function ruleText({ rule, leadsTo }: LeftOut): string {
  if (rule === "special") return l10n.t("no regular file");
  const leads = visibleText(leadsTo ?? "");
  if (rule === "link") return l10n.t("a link to {0}: outside of the folder, a directory, or nothing", leads);
  if (leadsTo !== undefined) return l10n.t("a link to {0}, by the rule {1}", leads, rule.pattern);
  return l10n.t("by the rule {0}", rule.pattern);
}
