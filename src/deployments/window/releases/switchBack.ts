import * as l10n from "@vscode/l10n";
import { visibleText } from "../../../characters/plainText.ts";
import { isIncluded } from "../../../characters/sentences.ts";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import { safeguardOf } from "../../../actions/actionRequest.ts";
import type { Choice, Talking } from "../../../ports/dialogs.ts";
import { countsText } from "../../../texts/plannedDeploymentTexts.ts";
import { releaseLabel, runPathText, shortRunPath } from "../../../texts/releaseTexts.ts";
import { namedText } from "../../../texts/listTexts.ts";
import { notUndoneText } from "../../../texts/stepEndTexts.ts";
import { exactTimeText, momentText } from "../../../texts/timeTexts.ts";
import type { Place } from "../../place.ts";
import {
  isOfReleases,
  readReleases,
  runPathOf,
  type PastRelease,
  type SiteReleases,
} from "../../releases/pastReleases.ts";
import { isIn, type UserIni } from "../../releases/userIni.ts";
import { staysBehindTexts } from "./releaseRows.ts";
import { runSwitchBack, siteOf, type EarlierRelease } from "../../releases/switchBack.ts";
import type { ScriptContext } from "../../serverRun.ts";
import type { DeployTo } from "../../targetNow.ts";
import { compared, optionsFor, type Deploying, type Ended, type RunBy, type RunningScript } from "../deployServices.ts";

/** A website with releases, and what it is to serve again. */
export interface SwitchBack {
  readonly to: DeployTo;
  readonly place: Place;
  readonly releases: SiteReleases;
  readonly earlier: EarlierRelease;
}

/** What a row of the list means. */
export interface ReleaseChoice extends SwitchBack {
  readonly kind: "release";
  /** In milliseconds since the epoch; 0 for what was there before all releases. */
  readonly at: number;
  /** It is what the website serves now. */
  readonly isLive: boolean;
}

/** What a website with releases can go back to, and what it serves now, as rows of a list, the latest first. */
export function releaseChoices(to: DeployTo, place: Place, releases: SiteReleases): readonly Choice<ReleaseChoice>[] {
  const { live, plain } = releases;
  const common = { kind: "release", to, place, releases } as const;
  const kept = releases.releases.map((past) => ({
    ...(past === live ? liveRow(past) : earlierRow(past)),
    value: { ...common, at: past.at, isLive: past === live, earlier: past },
  }));
  if (plain === undefined) return kept;
  const label = l10n.t("The website as it was before its first release");
  const description = l10n.t("run path {0}", runPathText(plain));
  return [
    ...kept,
    {
      label,
      description,
      detail: l10n.t("Its own directory, with the files that are there now"),
      icon: "folder",
      value: { ...common, at: 0, isLive: false, earlier: "plain" },
    },
  ];
}

function earlierRow(past: PastRelease) {
  return {
    label: momentText(past.at),
    description: l10n.t("{0} from “{1}”", visibleText(past.deployment), visibleText(past.computer)),
    detail: l10n.t("Release {0}: {1}", releaseLabel(past.id), countsText(past.counts)),
    icon: "package",
  };
}

function liveRow(past: PastRelease) {
  const { label, detail } = earlierRow(past);
  const from = l10n.t("{0} from “{1}”", visibleText(past.deployment), visibleText(past.computer));
  return { label, description: l10n.t("{0}, served now", from), detail, icon: "check" };
}

/** Reads the releases of a website and what it serves. Ends the command if that shows a problem. */
export async function readReleasesOf(
  services: RunningScript,
  to: DeployTo,
  place: Place,
): Promise<SiteReleases | undefined> {
  return compared(
    services,
    to,
    async (context) => readReleases(context, siteOf(to), place),
    l10n.t("Reading the releases…"),
  );
}

/** What a website served before the release that it serves; `undefined`: that is no longer kept. */
export function servedBefore({ live, releases, plain }: SiteReleases): EarlierRelease | undefined {
  if (live === undefined) return undefined;
  const { before } = live.release;
  if (before === plain) return "plain";
  return releases.find(({ release }) => runPathOf(release) === before);
}

/**
 * What a website served before the release of an id, which it still has to serve. Reads with the signal of the context. Throws `PanelError`
 * and `DeploymentError`; `undefined`: others have changed that, or removed it, since.
 */
export async function readServedBefore(
  context: ScriptContext,
  to: DeployTo,
  place: Place,
  id: string | undefined,
): Promise<Pick<SwitchBack, "releases" | "earlier"> | undefined> {
  const releases = await readReleases(context, siteOf(to), place);
  const earlier = releases?.live !== undefined && releases.live.id === id ? servedBefore(releases) : undefined;
  return releases && earlier && { releases, earlier };
}

/** Has a website serve what it served before, after a question of its own. `undefined`: the person turned away. */
export async function switchBackTo(
  services: Deploying,
  { to, place, releases, earlier }: SwitchBack,
  options: Pick<RunBy, "showProgress"> = {},
): Promise<Ended | undefined> {
  const request = { ...to, verb: "rollBack" } as const;
  if (safeguardOf(request) === "refuse") return { request, outcome: { kind: "readOnly" }, to, place };
  if (!(await askSwitchBack(services, to, releases, earlier))) return undefined;
  const run = { ...(await optionsFor(services)), ...options, isAgreed: true } as const;
  return { request, outcome: await runSwitchBack(to, { releases, earlier }, run), to, place };
}

/** Asks whether a website goes back to a release, or to its own directory. */
async function askSwitchBack(
  { dialogs }: Talking,
  to: DeployTo,
  { place, served, live, plain = "", userIni }: SiteReleases,
  earlier: EarlierRelease,
): Promise<boolean> {
  const { target, panel } = to;
  const { startRunPath = "" } = siteOf(to);
  const message =
    earlier === "plain"
      ? l10n.t("Go back to “{0}” on “{1}” as it was before its first release?", target.label, panel.name)
      : l10n.t(
          "Go back to the release “{0}” of {1} for “{2}” on “{3}”?",
          visibleText(earlier.deployment),
          exactTimeText(earlier.at),
          target.label,
          panel.name,
        );
  const runPath = earlier === "plain" ? plain : runPathOf(earlier.release);
  const detail = [
    l10n.t("Run path: {0} → {1}", shortRunPath(served.runPath), shortRunPath(runPath)),
    earlier === "plain" &&
      l10n.t("Visitors see the files that are in the website's own directory now. What was shared is up to date."),
    isOfReleases(startRunPath) &&
      startRunPath !== runPath &&
      l10n.t(
        "The panel remembers {0} from the last stop: once the website is stopped and started again, it serves that.",
        shortRunPath(startRunPath),
      ),
    userIni !== undefined && !userIni.moves && !isIn(userIni, place.root + runPath) && staysBehindText(userIni),
    live !== undefined &&
      l10n.t("The release “{0}”, which is served now, stays on the server.", visibleText(live.deployment)),
    live !== undefined && (live.steps?.length ?? 0) > 0 && notUndoneText(),
  ];
  return dialogs.ask(message, detail.filter(isIncluded).join("\n"), l10n.t("Roll Back"));
}

function staysBehindText(userIni: UserIni): string {
  const { label, description } = staysBehindTexts(userIni);
  return namedText(label, description);
}

/** Ends a command that would have a website serve what it does. */
export function assertNotLive({ target }: DeployTo, isLive: boolean): void {
  if (isLive) throw new CommandAborted(l10n.t("“{0}” serves this release already.", target.label));
}
