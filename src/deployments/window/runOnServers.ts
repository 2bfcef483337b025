import * as l10n from "@vscode/l10n";
import type { ShowProgress } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { visibleText } from "../../characters/plainText.ts";
import { lineOf, stepText } from "../../texts/actionTexts.ts";
import { rollingBackText, serverLine, serversProgressText } from "../../texts/serversTexts.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import { checksOf } from "../checkStage.ts";
import { countsIn, isFolder, isPlainPart, isThere } from "../prepared.ts";
import { runDeployment } from "../runDeployment.ts";
import { isEverywhere, runInOrder, takeBack, type EndedServers, type ServerToRun } from "../several/runInOrder.ts";
import { optionsFor, type DeployingFolders, type Deputy, type Ended, type RunBy } from "./deployServices.ts";
import { serverOf } from "./deploymentServer.ts";
import type { ComparedServer } from "./sources/deploymentSource.ts";
import { quiet } from "./onAllServers.ts";
import { stillAgreed } from "./readSteps.ts";
import { placedBy, rollBackServer } from "./rollBackServer.ts";
import { calledOn, deploymentOutput } from "./deploymentOutput.ts";
import { unchanged } from "./unchanged.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/**
 * Deploys what a person has agreed to: on the first server alone, then on the others side by side, with one progress for all. Goes back on
 * all of them where the deployment says so and one has failed.
 */
export async function runOnServers(
  services: DeployingFolders,
  agreed: readonly ComparedServer[],
  deputy: Partial<Deputy>,
): Promise<Ended | EndedServers<Ended>> {
  const [first, ...others] = agreed;
  if (first === undefined) throw new TypeError("nothing to deploy to");
  const { deployment } = first.server;
  if (others.length === 0) return runOnOne(services, first, deputy);
  const { name, rollBack } = deployment;
  const progress = new ServersProgress(agreed.length, deputy.say);
  const serversFor = (signal: AbortSignal, report: (text: string) => void) => {
    const own = quiet(services, signal);
    return agreed.map((each): ServerToRun<Ended> => {
      const { role } = serverOf(each.server);
      const showProgress = progress.on(role, signal, report);
      return {
        role,
        panel: each.server.panel.name,
        run: async () => runOnOneOfSeveral(own, each, { ...deputy, showProgress }),
        back: async (ended) => rollBackServer(own, placedBy(ended), showProgress),
      };
    });
  };
  const { dialogs, clock } = services;
  let servers = await dialogs.progress(l10n.t("Deploying “{0}”", visibleText(name)), async (signal, report) =>
    runInOrder(serversFor(signal, report), {
      isStopped: () => signal.aborted,
      monotonic: () => clock.monotonic(),
    }),
  );
  if (rollBack === "auto" && !isEverywhere(servers)) {
    const ends = servers;
    servers = await dialogs.progress(rollingBackText(name), async (signal, report) =>
      // a cancel of the deployment is none of its way back, and a task or an agent that was canceled has no other signal
      takeBack(ends, serversFor(signal.aborted ? neverAborted : signal, report)),
    );
  }
  // by the wall clock: people read it
  return { deployment: name, servers, at: clock.wallTime() };
}

/** The one progress of all servers. */
class ServersProgress {
  readonly #count: number;
  readonly #say: Deputy["say"];
  readonly #doing = new Map<string, string>();
  readonly #begun = new Set<string>();

  constructor(count: number, say: Deputy["say"] = () => undefined) {
    this.#count = count;
    this.#say = say;
  }

  /** Shows what is done on one server, and says each phase of it. */
  on(role: string, signal: AbortSignal, report: (text: string) => void): ShowProgress {
    let phase: string | undefined;
    return async (requests, task) => {
      this.#begun.add(role);
      const ended = await task(signal, (step) => {
        this.#doing.set(role, stepText(requests, { ...step, index: 0 }));
        if (step.phase !== phase) this.#say(serverLine(role, stepText(requests, { index: 0, phase: step.phase })));
        ({ phase } = step);
        report(serversProgressText(this.#begun.size, this.#count, this.#doing));
      });
      this.#doing.delete(role);
      return ended;
    };
  }
}

/**
 * Deploys to the only server. The question about it comes from the runner, but for a folder that a person has seen in the preview. Some files of
 * one have that only where somebody else has changed them; without it, the most careful panels ask.
 */
async function runOnOne(services: DeployingFolders, agreed: ComparedServer, deputy: Partial<Deputy>): Promise<Ended> {
  const { by, confirm, showProgress } = deputy;
  const { prepared, to } = agreed;
  const isCareful = isPlainPart(prepared) && to.panel.guardLevel === "typeName";
  const isSeen = by === undefined && isFolder(prepared) && !isCareful;
  return runOn(services, agreed, deputy, {
    ...(confirm && { confirm }),
    ...(showProgress && { showProgress }),
    ...(isSeen && { isAgreed: true as const }),
    ...(by !== "task" && !isFolder(agreed.prepared) && { alwaysAsk: true as const }),
  });
}

/** Deploys to one of several servers, about which all was asked together. Resolves whatever the panel does. */
async function runOnOneOfSeveral(
  services: DeployingFolders,
  agreed: ComparedServer,
  { by, say, showLines, hearLines, showProgress }: Partial<Deputy>,
): Promise<Ended> {
  const { prepared, server } = agreed;
  const { role } = serverOf(server);
  const linesOf = (lines: readonly string[]) => lines.map((line) => serverLine(role, line));
  const deputy: Partial<Deputy> = {
    ...(by && { by }),
    ...(say && { say: (sentence: string) => say(serverLine(role, sentence)) }),
    ...(showLines && { showLines: (lines: readonly string[]) => showLines(linesOf(lines)) }),
    ...(hearLines && { hearLines: (lines: readonly string[]) => hearLines(linesOf(lines)) }),
  };
  try {
    return await runOn(services, agreed, deputy, { isAgreed: true, ...(showProgress && { showProgress }) });
  } catch (error) {
    const failure = isThere(prepared) ? failureOf(error) : undefined;
    if (failure === undefined) throw error;
    return endedBy(agreed, { kind: "failed", failure });
  }
}

/** Deploys to a server. Throws `PanelError` where nothing had to be sent and asking its address was canceled. */
async function runOn(
  services: DeployingFolders,
  agreed: ComparedServer,
  deputy: Partial<Deputy>,
  how: Partial<RunBy> & { readonly isAgreed?: true; readonly alwaysAsk?: true },
): Promise<Ended> {
  const { to, prepared, steps, server, shownPath, startsStopped } = agreed;
  const { deployment } = server;
  if (isThere(prepared)) return endedBy(agreed, await unchanged(services, to, deployment, countsIn(prepared)));
  const { end, ...output } = deploymentOutput(services, to, calledOn(to, deployment.name), deputy);
  const outcome = await runDeployment(to, prepared, {
    ...(await optionsFor(services)),
    ...how,
    ...(steps && { isStillAgreed: stillAgreed(services, steps, server) }),
    ...output,
    shownPath,
    startsStopped,
    ...checksOf(deployment),
  });
  const ended = endedBy(agreed, outcome);
  end(lineOf(ended));
  return ended;
}

function endedBy({ to, prepared: { place } }: ComparedServer, outcome: Outcome): Ended {
  return { request: { ...to, verb: "deploy" }, outcome, to, place };
}
