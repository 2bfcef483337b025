import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { safeguardOf } from "../../actions/actionRequest.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { countsText } from "../../texts/plannedDeploymentTexts.ts";
import { namedText } from "../../texts/listTexts.ts";
import { exactTimeText, momentText, timeText } from "../../texts/timeTexts.ts";
import type { Place } from "../place.ts";
import { prepareRollBack } from "../rollBack.ts";
import { isOfReleases } from "../releases/pastReleases.ts";
import { runRollBack } from "../runDeployment.ts";
import { readPastDeployments, readSiteHistory, type PastDeployment, type SiteHistory } from "../siteState.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { targetKindOf, targetKindsOf, targetKindsOfRow } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { compared, optionsFor, turnedAway, type Ended, type RunBy, type Deploying } from "./deployServices.ts";
import { endFirst, showEnded } from "./endUnfinished.ts";
import { serveLost } from "./releases/lostRelease.ts";
import { placeAt, targetForItem } from "./foundPlace.ts";
import { previewRollBack } from "./rollBackList.ts";
import {
  assertNotLive,
  readReleasesOf,
  readServedBefore,
  releaseChoices,
  switchBackTo,
  type ReleaseChoice,
} from "./releases/switchBack.ts";
import type { Choice } from "../../ports/dialogs.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler } from "../../commands/context/handler.ts";

/** *Roll Back…* on a row. */
export const rollBack: Handler<Acting & Choosing & Deploying> = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "item") await rollBackOn(node.kind)(services, args);
};

/** Rolls back what was deployed to a target of a kind: the clicked one, or one that a person picks. */
export function rollBackOn(kind: ResourceKind): Handler<Acting & Choosing & Deploying> {
  return async (services, args) => {
    const title = targetKindsOf(kind)[0].titles.rollBack();
    const item = await chooseItem(services, args, kind, title);
    if (item === undefined) return;
    await mustHave(services, panelOf(services, item.panelId), { kind, verb: "rollBack" });
    const all = await placesOfItem(services, item);
    const choices: RollBackChoice[] = [];
    for (const { to, place } of all.filter(isFirstAtPlace)) {
      const { unfinished, targets } = await compared(
        services,
        to,
        async ({ callFor, clock, signal }) => readSiteHistory(new RemoteFiles(callFor(signal), clock, signal), place),
        l10n.t("Reading the deployments…"),
      );
      if (unfinished !== undefined) {
        const outcome = await endFirst(services, to, { place, unfinished });
        const request = { ...to, verb: "rollBack" } as const;
        if (outcome !== undefined) await showEnded(services, { request, outcome, to, place });
        return;
      }
      const hasReleases = targets.some((target) => target.place.isReleases === true);
      const releases = hasReleases ? await readReleasesOf(services, to, place) : undefined;
      if (releases?.lost !== undefined) {
        const ended = await serveLost(services, to, releases);
        if (ended !== undefined) await showEnded(services, { ...ended, to, place });
        return;
      }
      if (releases !== undefined) choices.push(...releaseChoices(to, place, releases));
      // what changes in the website's own directory, nobody sees while it serves a release
      if (releases === undefined || !isOfReleases(releases.served.runPath))
        for (const target of targets.filter(isExchanges))
          choices.push(...pastChoices(target, targetAt(target.place, all)));
    }
    if (choices.length === 0)
      throw new CommandAborted(l10n.t("Nothing was deployed to “{0}” that can be rolled back.", item.label));
    const latestFirst = withOwnTimes(choices.toSorted((one, other) => other.value.at - one.value.at));
    const areReleases = choices.some(({ value }) => value.kind === "release");
    const question = areReleases ? l10n.t("Go back to what?") : l10n.t("Go back to before which deployment?");
    // Enter on what is served already would do nothing
    const first = latestFirst.find(({ value }) => value.kind !== "release" || !value.isLive);
    const suggested = areReleases && first !== undefined ? { suggested: [first.value] } : {};
    const chosen = await services.dialogs.pick(title, question, latestFirst, undefined, suggested);
    if (chosen === undefined) return;
    if (chosen.kind === "release") {
      assertNotLive(chosen.to, chosen.isLive);
      const switched = await switchBackTo(services, chosen);
      if (switched !== undefined) await showEnded(services, switched);
      return;
    }
    const ended = await rollBackThese(services, chosen.to, chosen.place, chosen.history.slice(0, chosen.undone));
    if (ended !== undefined) await showEnded(services, ended);
  };
}

/** Rows of which each has a time of its own: those of one minute have it to the second. */
function withOwnTimes(choices: readonly RollBackChoice[]): readonly RollBackChoice[] {
  return choices.map((choice) => {
    const isAlone = choices.every((other) => other === choice || other.label !== choice.label);
    return isAlone ? choice : { ...choice, label: exactTimeText(choice.value.at) };
  });
}

/** A target, and where deployments to it are. */
interface Placed {
  readonly to: DeployTo;
  readonly place: Place;
}

/**
 * Where deployments to a row are, by all targets that it is. One that takes nothing, such as a program of the system, is left out; ends
 * the command if there is no other one.
 */
async function placesOfItem(services: Choosing & Deploying, item: ItemNode): Promise<readonly [Placed, ...Placed[]]> {
  const found: Placed[] = [];
  let why: unknown;
  for (const targetKind of targetKindsOfRow(item)) {
    try {
      const to = await targetForItem(services, item, targetKind);
      const place = await placeAt(services, to, "", l10n.t("Looking for “{0}”…", item.label));
      found.push({ to, place });
    } catch (error) {
      if (!(error instanceof CommandAborted)) throw error;
      why ??= error;
    }
  }
  const [first, ...others] = found;
  if (first === undefined) throw why;
  return [first, ...others];
}

/** Whether no target before has the same place for its exchanges: a folder and a file may. */
function isFirstAtPlace({ place }: Placed, index: number, all: readonly Placed[]): boolean {
  return all.findIndex((each) => each.place.site === place.site) === index;
}

/** The target to which an exchange of a place went: that of the very file, else that of the directory. */
function targetAt(place: Place, all: readonly [Placed, ...Placed[]]): DeployTo {
  const among = all.filter((each) => each.place.site === place.site);
  const own = among.find((each) => each.place.directory !== "" && each.place.directory === place.directory);
  return (own ?? among[0] ?? all[0]).to;
}

/** A deployment before which files can go back, with all that came after it. */
type ExchangeChoice = SiteHistory["targets"][number] & {
  readonly kind: "exchange";
  readonly at: number;
  readonly to: DeployTo;
  readonly undone: number;
};

/** The deployments to a target as choices; each undoes all that came after it. */
function pastChoices(target: SiteHistory["targets"][number], to: DeployTo): readonly Choice<ExchangeChoice>[] {
  return target.history.map((past, index) => ({
    ...pastChoice(past, to),
    value: { kind: "exchange", at: past.at, ...target, to, undone: index + 1 },
  }));
}

/** A row of what can be gone back to. */
type RollBackChoice = Choice<ExchangeChoice | ReleaseChoice>;

/** Whether deployments went to a directory in which files are exchanged. */
function isExchanges({ place }: SiteHistory["targets"][number]): boolean {
  return place.isReleases !== true;
}

/** A deployment as a row, with the directory that it went to where that is not the target's own or its own file. */
function pastChoice({ deployment, computer, at, counts, backupBytes, directory }: PastDeployment, to: DeployTo) {
  const what = l10n.t("{0} from “{1}”", visibleText(deployment), visibleText(computer));
  return {
    label: momentText(at),
    description:
      targetKindOf(to).brings.what === "folder" && directory !== "" ? namedText(visibleText(directory), what) : what,
    detail: l10n.t("{0}; its backup has {1}", countsText({ ...counts, unchanged: 0 }), bytesText(backupBytes)),
    icon: "history",
  };
}

/** Undoes the latest deployment, if it still is the one of this id, and shows how that has ended. */
export async function rollBackTo(services: Acting & Deploying, { to, place, outcome }: Ended): Promise<void> {
  if (outcome.deployment?.isRelease === true) {
    await switchBackFrom(services, { to, place, id: outcome.deployment.id });
    return;
  }
  const history = await compared(
    services,
    to,
    async ({ callFor, clock, signal }) => readPastDeployments(new RemoteFiles(callFor(signal), clock, signal), place),
    l10n.t("Reading the deployments…"),
  );
  const [latest] = history;
  const id = outcome.deployment?.id;
  if (latest?.id !== id || latest === undefined)
    throw new CommandAborted(
      latest !== undefined && history.some((past) => past.id === id)
        ? l10n.t(
            "“{0}” was deployed after it, from “{1}”, {2}. Use Roll Back… to choose.",
            visibleText(latest.deployment),
            visibleText(latest.computer),
            timeText(latest.at),
          )
        : noLongerText(),
    );
  const ended = await rollBackThese(services, to, place, [latest]);
  if (ended !== undefined) await showEnded(services, ended);
}

/** Has a website serve what it served before a release, if it still serves that, and shows how that has ended. */
async function switchBackFrom(
  services: Acting & Deploying,
  { to, place, id }: Pick<Ended, "to" | "place"> & { readonly id: string | undefined },
): Promise<void> {
  const found = await compared(
    services,
    to,
    async (context) => readServedBefore(context, to, place, id),
    l10n.t("Reading the releases…"),
  );
  if (found === undefined) throw new CommandAborted(noLongerText());
  const ended = await switchBackTo(services, { to, place, ...found });
  if (ended !== undefined) await showEnded(services, ended);
}

function noLongerText(): string {
  return l10n.t("It can no longer be rolled back: others have rolled it back, or deployed since.");
}

/**
 * Undoes deployments, the latest first, after a preview that asks about files that were changed since: it is the question. `undefined`:
 * the person turned away.
 */
export async function rollBackThese(
  services: Deploying,
  to: DeployTo,
  place: Place,
  undone: readonly PastDeployment[],
  options: Pick<RunBy, "showProgress"> = {},
): Promise<Ended | undefined> {
  const request = { ...to, verb: "rollBack" } as const;
  // a preview has the server look at its files
  if (safeguardOf(request) === "refuse") return { request, outcome: { kind: "readOnly" }, to, place };
  const prepared = await compared(
    services,
    to,
    async (context) => prepareRollBack(place, undone, context),
    l10n.t("Comparing with the server…"),
  );
  try {
    const preview = { prepared, to };
    const accepted = await previewRollBack(services.dialogs, preview);
    if (accepted === undefined) return undefined;
    const run = { ...(await optionsFor(services)), ...options, isAgreed: true, accepted } as const;
    return { request, outcome: await runRollBack(to, prepared, run), to, place };
  } finally {
    await turnedAway(services, to, prepared);
  }
}
