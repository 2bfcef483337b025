import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import { askedForText } from "../../texts/agentTexts.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { countsText } from "../../texts/plannedDeploymentTexts.ts";
import { listText } from "../../texts/listTexts.ts";
import { alikeRemarks, sourceRemarks } from "../../texts/sourceRemarkTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { plannedStepsText } from "../../texts/plannedStepTexts.ts";
import { afterwardsText } from "../../texts/watchTexts.ts";
import type { Checks } from "../checkStage.ts";
import { targetOf } from "../place.ts";
import type { Replaced } from "../deploymentPlan.ts";
import type { PlacedFile } from "../deploymentRecord.ts";
import { countsOf, foreignIn, sentBytes, type PreparedDeployment } from "../preparedDeployment.ts";
import type { LeftOut, SourceFile } from "../sourceFiles.ts";
import type { DeployTo } from "../targetNow.ts";
import { fileRows } from "./fileRows.ts";
import { processFacts } from "./processRows.ts";
import { releaseFacts } from "./releases/releaseRows.ts";
import { isExact } from "../../wire/answers/exactPath.ts";
import { pathThere } from "./compareFile.ts";
import type { OneOfSeveral } from "../several/severalTargets.ts";
import { oneOfText } from "../../texts/serversTexts.ts";
import { isBelow } from "../../characters/isBelow.ts";

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
  /** Of a deployment to several servers, the one that it goes to alone. */
  readonly server?: OneOfSeveral | undefined;
  /** What follows once its files are there. */
  readonly checks: Checks;
}

/** A person looks at what a file is here and on the server. */
export interface Compare {
  readonly compare: Replaced;
}

/** What a person does at the preview. */
export type Choice = "deploy" | "choosePanel" | Compare;

/** Shows what a deployment will do, with every file; `undefined`: the person turned away. Nothing was sent yet. */
export async function previewDeployment(
  dialogs: Pick<Dialogs, "live">,
  preview: DeploymentPreview,
): Promise<Choice | undefined> {
  const { prepared, to } = preview;
  return dialogs.live<Choice>({
    title: l10n.t("Deploy “{0}” to “{1}” on “{2}”", prepared.name, prepared.website, to.panel.name),
    placeholder:
      to.by !== undefined
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
export function previewRows(preview: DeploymentPreview, typed = ""): readonly LiveRow<Choice>[] {
  const { prepared, to } = preview;
  const { source } = prepared;
  const isByAgent = to.by !== undefined;
  const deploy: LiveRow<Choice> = {
    id: "deploy",
    label: l10n.t("Deploy"),
    description: planText(prepared),
    icon: "cloud-upload",
    value: "deploy",
    buttons: isByAgent ? [] : [{ icon: "server", tooltip: l10n.t("Choose Panel Again"), value: "choosePanel" }],
    isAlwaysShown: true,
  };
  const said = factRows(preview).map((fact): LiveRow<Choice> => ({ ...fact, isAlwaysShown: true }));
  return [
    ...askerRows(to),
    ...(typed === "" ? [deploy, ...said] : [...said, deploy]),
    ...changeRows(prepared),
    ...leftOutRows(source.leftOut),
  ];
}

/** How many files a deployment changes, and how much is sent. */
export function planText({ plan }: PreparedDeployment): string {
  return `${countsText(countsOf(plan))} · ${bytesText(sentBytes(plan))}`;
}

/** Who asks for it, where that is no person. */
export function askerRows({ by }: Pick<DeployTo, "by">): readonly LiveRow<never>[] {
  if (by === undefined) return [];
  return [{ id: "asker", icon: "robot", label: askedForText(by), description: "", isAlwaysShown: true }];
}

/** What there is to know of a deployment besides its files. */
export function factRows({
  prepared,
  to,
  alsoServes,
  shownPath,
  startsStopped,
  server,
  checks,
}: DeploymentPreview): readonly LiveRow<never>[] {
  const { plan, place, nested, release } = prepared;
  const target = targetOf(place);
  const foreign = foreignIn(plan);
  const also = listText(alsoServes);
  const facts = [
    ...[...sourceRemarks(prepared.source), ...alikeRemarks(prepared.alike)].map((said) => ({
      icon: "warning",
      ...said,
    })),
    { icon: "device-desktop", label: l10n.t("On this computer"), description: visibleText(shownPath) },
    { icon: "folder", label: l10n.t("On the server"), description: visibleText(target) },
    ...(server === undefined
      ? []
      : [{ icon: "server", label: l10n.t("This server alone"), description: oneOfText(server) }]),
    ...(alsoServes.length > 0 ? [{ icon: "globe", label: l10n.t("Also the root of"), description: also }] : []),
    ...(nested.length > 0
      ? [
          {
            icon: "globe",
            label: l10n.t("Directories of other websites and projects, left alone"),
            description: nestedText(prepared),
          },
        ]
      : []),
    ...(release === undefined ? [] : releaseFacts(release, place.root)),
    ...processFacts(to, startsStopped),
    ...(foreign.length > 0
      ? [
          {
            icon: "warning",
            ...foreignText(release !== undefined, foreign.length),
          },
        ]
      : []),
    ...stepFacts(prepared),
    ...afterwardsFacts(checks),
  ];
  return facts.map((fact): LiveRow<never> => ({ ...fact, id: `fact:${fact.label}` }));
}

/** What is said of files that somebody has changed on the server. */
function foreignText(isRelease: boolean, count: number) {
  // nothing of the release that has them is replaced
  if (isRelease)
    return {
      label: l10n.t("Changed on the server since"),
      description: l10n.t("{0}, which the new release does not take over", numberText(count)),
    };
  return {
    label: l10n.t("Changed on the server or never deployed"),
    description: l10n.t("{0} to be replaced", numberText(count)),
  };
}

/** The files that a deployment adds, replaces, removes and keeps. */
export function changeRows(prepared: PreparedDeployment): readonly LiveRow<Compare>[] {
  const { plan, release } = prepared;
  return [
    ...fileRows<SourceFile, Compare>(l10n.t("New"), "diff-added", plan.added, (file) => ({
      description: whatText(file),
    })),
    ...fileRows<Replaced, Compare>(
      l10n.t("Changed; Enter shows the difference"),
      "diff-modified",
      plan.changed,
      (file) => ({
        description: file.isOurs ? whatText(file) : foreignFileText(release !== undefined, whatText(file)),
        // a link has no content to compare, and some names panels refuse, or read another file by them
        ...(file.there.kind === "file" &&
          file.says === undefined &&
          isReadable(prepared, file) && { value: { compare: file } }),
      }),
    ),
    ...fileRows<PlacedFile, Compare>(
      release === undefined ? l10n.t("Removed") : l10n.t("No longer in the release"),
      "diff-removed",
      plan.removed,
      (file) => ({ description: file.isLink === true ? l10n.t("a link") : bytesText(file.size) }),
    ),
    ...fileRows<{ readonly path: string }, Compare>(
      l10n.t("Kept on the server"),
      "warning",
      plan.kept.map((path) => ({ path })),
      ({ path }) => ({ description: keptText(prepared, path) }),
    ),
  ];
}

/** What comes: how many bytes, or where a link leads. */
function whatText({ size, says }: SourceFile): string {
  if (says === undefined) return bytesText(size);
  return l10n.t("a link to {0}", visibleText(says));
}

function isReadable({ place, release }: PreparedDeployment, { path }: Replaced): boolean {
  return isExact("read", pathThere({ place, release }, path));
}

function foreignFileText(isRelease: boolean, size: string): string {
  if (isRelease) return l10n.t("{0}, changed on the server since", size);
  return l10n.t("{0}, changed on the server or never deployed", size);
}

/** What of a folder is not deployed. */
export function leftOutRows(leftOut: readonly LeftOut[]): readonly LiveRow<never>[] {
  return fileRows<LeftOut, never>(l10n.t("Left out"), "circle-slash", leftOut, (file) => ({
    description: ruleText(file),
  }));
}

/** What the server runs, before and after the files are there. */
export function stepFacts({ steps, release }: Pick<PreparedDeployment, "steps" | "release">) {
  return plannedStepsText(steps, release !== undefined).map(({ label, names }) => ({
    icon: "terminal",
    label,
    description: names,
  }));
}

/** How a person will know that it is well. */
export function afterwardsFacts(checks: Checks) {
  const description = afterwardsText(checks);
  return description === undefined ? [] : [{ icon: "eye", label: l10n.t("Afterwards"), description }];
}

function nestedText({ nested, place }: PreparedDeployment): string {
  const target = targetOf(place);
  return listText(
    nested.map(({ path, site }) => l10n.t("{0} ({1})", visibleText(posix.relative(target, path)), visibleText(site))),
  );
}

/** Why a file that is no longer in the source stays on the server. */
function keptText({ place, nested, behindLinks, source }: PreparedDeployment, path: string): string {
  if (source.files.some((file) => file.path === path)) return l10n.t("a directory in the place of a link");
  const file = posix.join(targetOf(place), path);
  const other = nested.find((each) => isBelow(file, each.path));
  if (other !== undefined) return l10n.t("in the root of “{0}”", visibleText(other.site));
  if (behindLinks.includes(path)) return l10n.t("behind a symbolic link");
  return l10n.t("changed since the last deployment");
}

function ruleText({ rule, leadsTo }: LeftOut): string {
  if (rule === "special") return l10n.t("no regular file");
  const leads = visibleText(leadsTo ?? "");
  if (rule === "link") return l10n.t("a link to {0}, outside of the folder", leads);
  if (rule === "broken") return l10n.t("a link to {0}, where nothing is", leads);
  if (leadsTo !== undefined) return l10n.t("a link to {0}, by the rule {1}", leads, rule.pattern);
  return l10n.t("by the rule {0}", rule.pattern);
}
