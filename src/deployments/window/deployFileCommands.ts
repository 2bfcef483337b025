import { basename } from "node:path";
import * as l10n from "@vscode/l10n";
import { changesFiles } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { replacedText, sharedText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import { hasFile, isForeign, UNCHANGED } from "../deployFile.ts";
import { liesBeside } from "../source/builtFiles.ts";
import { checksOf } from "../checkStage.ts";
import { runFileDeployment } from "../runDeployment.ts";
import { targetOf } from "../place.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { BroughtFile } from "../targetKind.ts";
import {
  isFor,
  isStoppedProcess,
  targetKindFor,
  targetKindsOf,
  targetKindsOfRow,
  type KnownTargetKind,
} from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { askSteps } from "./askSteps.ts";
import {
  mayMean,
  onePerDeployment,
  rememberPanel,
  serversOf,
  statedDeployments,
  wholeChoiceOf,
  type SeveralStated,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import { deploySeveralAndShow } from "./deploySeveral.ts";
import { oneOfText } from "../../texts/waveTexts.ts";
import { deployFolderTo, type DeployingRows } from "./deployCommands.ts";
import { optionsFor, turnedAway, type DeployingFolders, type Deputy, type Ended } from "./deployServices.ts";
import { endFirst, endingFixes, isWholeAgain } from "./endUnfinished.ts";
import { targetForItem, withFile } from "./foundPlace.ts";
import { newErrors } from "./newErrors.ts";
import { askStart, lastErrorText } from "./processQuestions.ts";
import { stillAgreed } from "./readSteps.ts";
import { rollBackTo } from "./rollBackCommands.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Fix } from "../../commands/context/telling.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { matchingFiles, type FileToDeploy, preparingFile, readLocal, shownPath } from "./prepareFile.ts";
import { runBefore } from "./runBefore.ts";
import { unchanged } from "./unchanged.ts";
import { stepOutput } from "./stepOutput.ts";

/** *Deploy…* on a target of a kind of resource of which some take a file, and in the palette. */
export function deployFileOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => {
    const title = targetKindsOf(kind)[0].titles.deploy();
    const stated = statedDeployments(services);
    const node = nodeArgument(services, args);
    const several = node === undefined ? await pickSeveral(services, kind, title) : "one";
    if (several === undefined) return;
    if (several !== "one") {
      await deploySeveralAndShow(services, several);
      return;
    }
    const item = node?.type === "item" && node.kind === kind ? node : await chooseItem(services, args, kind, title);
    if (item === undefined) return;
    const fittingRow = stated.filter((each) => isFor(each.deployment, item) && mayMean(services, each, item));
    const targetKind = await chooseTargetKind(services, title, item, fittingRow);
    if (targetKind === undefined) return;
    const { brings: brought } = targetKind;
    if (brought.what === "folder") {
      await deployFolderTo(services, item);
      return;
    }
    const fitting = fittingRow.filter(({ deployment }) => targetKindFor(deployment).id === targetKind.id);
    const chosen =
      fitting.length > 1
        ? await services.dialogs.pick(
            title,
            l10n.t("Which deployment?"),
            fitting.map((each) => ({
              label: each.deployment.name,
              description: [
                brought.globIn(each.deployment),
                ...(each.deployment.server === undefined ? [] : [oneOfText(each.deployment.server)]),
              ].join(" · "),
              value: each,
            })),
          )
        : fitting[0];
    if (chosen === undefined && fitting.length > 0) return;
    const panel = panelOf(services, item.panelId);
    await mustHave(services, panel, { kind, verb: "deploy" });
    if (chosen !== undefined) await rememberPanel(services.memento, chosen, panel);
    if (chosen?.deployment.task !== undefined) await runBefore(services, chosen, chosen.deployment.task);
    const file = await chooseFile(services, title, brought, chosen);
    if (file === undefined) return;
    const name = chosen?.deployment.name ?? basename(file);
    const to = await targetForItem(services, item, targetKind);
    await deployFileAndShow(services, to, { name, file, stated: chosen });
  };
}

/** What is brought to a row: what the settings say, else a person says whether it is a folder or a file; `undefined`: dismissed. */
async function chooseTargetKind(
  { dialogs }: Talking,
  title: string,
  item: ItemNode,
  stated: readonly StatedDeployment[],
): Promise<KnownTargetKind | undefined> {
  const all = targetKindsOfRow(item);
  const meant = all.filter(({ id }) => stated.some(({ deployment }) => targetKindFor(deployment).id === id));
  const [only, ...others] = meant.length > 0 ? meant : all;
  if (only === undefined) throw new TypeError(`nothing can be deployed to ${item.kind}`);
  if (others.length === 0) return only;
  return dialogs.pick(
    title,
    l10n.t("What do you want to deploy?"),
    [only, ...others].map((each) => ({
      label: each.brings.words.itself(),
      icon: each.brings.what === "folder" ? "folder" : "file-binary",
      value: each,
    })),
  );
}

/** From the palette: all servers of a deployment, or one project; `undefined`: dismissed. */
async function pickSeveral(
  services: InWorkspace & Talking,
  kind: ResourceKind,
  title: string,
): Promise<SeveralStated | "one" | undefined> {
  const whole = onePerDeployment(statedDeployments(services)).filter(
    (each) => each.deployment.server !== undefined && targetKindFor(each.deployment).kind === kind,
  );
  if (whole.length === 0) return "one";
  const picked = await services.dialogs.pick<StatedDeployment | "one">(title, l10n.t("Which deployment?"), [
    ...whole.map(wholeChoiceOf),
    { label: l10n.t("One Project…"), icon: "add", value: "one" },
  ]);
  if (picked === undefined || picked === "one") return picked;
  return serversOf(services, picked);
}

/** The file on this computer: the likeliest that matches, which the question names. */
async function chooseFile(
  services: InWorkspace & Talking,
  title: string,
  brought: BroughtFile,
  chosen: StatedDeployment | undefined,
): Promise<string | undefined> {
  const folders = chosen === undefined ? services.workspace.folders() : [chosen.folder];
  const glob = chosen === undefined ? brought.likely : brought.globIn(chosen.deployment);
  const { ranked } = await matchingFiles(services, folders, brought, glob);
  if (chosen !== undefined && ranked.length === 1) return ranked[0];
  const choices = ranked.map((file, index) => ({
    label: basename(file),
    description: shownPath(services, file),
    ...detailOf(index === 0, liesBeside(file, glob)),
    value: file,
  }));
  return services.dialogs.pick(title, brought.words.which(), choices);
}

/** What a person should know of a file before it is chosen. */
function detailOf(isFirst: boolean, isBeside: boolean): { readonly detail?: string } {
  if (isBeside) return { detail: l10n.t("usually not the program itself") };
  return isFirst ? { detail: l10n.t("the latest") } : {};
}

/** Deploys a file to a target, and tells how that ended. */
export async function deployFileAndShow(services: DeployingRows, to: DeployTo, local: FileToDeploy): Promise<void> {
  const ended = await deployFileTo(services, to, local, {});
  if (ended === undefined) return;
  const { outcome, request } = ended;
  const { state, counts } = outcome.deployment ?? {};
  const { panel, target } = request;
  const isThere = state === "wanted" && changesFiles(counts) && request.verb === "deploy";
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, ended) };
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployFileAndShow(services, to, local) };
  const log: Fix = {
    label: l10n.t("Follow Log"),
    run: async () => services.logTails.follow({ panelId: panel.id, kind: to.kind, ...target }),
  };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  let afterwards: readonly Fix[] = [];
  if (isThere) afterwards = [back, log];
  else if (!isOver) afterwards = [...endingFixes(services, ended), log, again];
  await showFinished(services, ended, afterwards, lastErrorText(ended));
}

/** Deploys a file to a target; `undefined`: the person turned away. A person is always asked, a task as the guard level says. */
export async function deployFileTo(
  services: DeployingFolders,
  to: DeployTo,
  { name, file, stated }: FileToDeploy,
  deputy: Partial<Deputy>,
): Promise<Ended | undefined> {
  const { by, say, showLines: _showLines, hearLines: _hearLines, ...runBy } = deputy;
  const deployment = stated?.deployment;
  const own = withFile(to);
  const local = await readLocal(services, file);
  const prepare = async () => preparingFile(services, own, { name, project: to.target.label, local }, stated);
  let { prepared, steps } = await prepare();
  const { place } = prepared;
  const endedBy = (outcome: Outcome, verb: "deploy" | "rollBack"): Ended => ({
    request: { ...to, verb },
    outcome,
    to,
    place,
  });
  const { unfinished } = prepared.state;
  if (unfinished !== undefined) {
    const outcome = await endFirst(services, to, { place, unfinished }, deputy);
    if (!isWholeAgain(outcome)) return outcome && endedBy(outcome, "rollBack");
    ({ prepared, steps } = await prepare());
  }
  if (hasFile(prepared)) return endedBy(await unchanged(services, to, { name, ...deployment }, UNCHANGED), "deploy");
  if (by === "task" && isForeign(prepared)) {
    const paths = [targetOf(place)];
    if (deployment?.replaceChanged !== true) throw new CommandAborted(wouldReplaceText(paths));
    say?.(replacedText(paths));
  }
  if (by === "task" && prepared.sharedBy.length > 0) say?.(sharedText(prepared.sharedBy));
  const startsStopped = isStoppedProcess(to) && by === undefined ? await askStart(services, to) : false;
  if (startsStopped === undefined) return undefined;
  if (by === undefined && steps !== undefined && !(await askSteps(services, steps))) return undefined;
  const lastErrorSince = await newErrors(services, to);
  const outcome = await runFileDeployment(to, prepared, {
    ...(await optionsFor(services)),
    ...runBy,
    ...(by !== "task" && { alwaysAsk: true as const }),
    ...(steps &&
      stated && {
        isStillAgreed: stillAgreed(services, steps, stated),
        ...stepOutput(services, to, name, deputy),
      }),
    shownPath: shownPath(services, file),
    startsStopped,
    ...checksOf(deployment),
  });
  await turnedAway(services, to, prepared);
  return { ...endedBy(outcome, "deploy"), ...(await lastErrorSince(outcome)) };
}
