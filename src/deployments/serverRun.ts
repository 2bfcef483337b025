import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, posix } from "node:path";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { Wait } from "../storage/moment.ts";
import { LARGEST_PART } from "../wire/operations/files.ts";
import { DeploymentError } from "./deploymentError.ts";
import { recordBytes, type DeploymentRecord } from "./deploymentRecord.ts";
import { comingNames, exchangeList, LAYOUT } from "./exchange/exchangeList.ts";
import { readLooked, type Looked } from "./exchange/exchangeLook.ts";
import { CUT, stepEnd, type ExchangeEnd, type ExchangeVerb } from "./exchange/exchangeResult.ts";
import { runExchange, tasksOf } from "./exchange/runExchange.ts";
import { EXCHANGE_SCRIPT, type ServerScripts } from "./exchange/scriptReader.ts";
import { JOB_SCRIPT } from "../onServer/jobFiles.ts";
import { FollowedJob, unreadOutput, type JobOutput } from "../onServer/followedJob.ts";
import { removeTask, type CommandContext } from "../onServer/serverCommand.ts";
import { howBytes, stepDirectory, stepMembers, stepScripts, stepWord, type RanStep } from "./exchange/stepFiles.ts";
import { writeExchangeArchive, type ArchiveMember } from "./archive/exchangeArchive.ts";
import type { PlannedRecord } from "./exchangeRecords.ts";
import { targetWord, type Place } from "./place.ts";
import { MOST_KEPT } from "./siteState.ts";
import { namedSteps } from "./steps/namedStep.ts";
import type { Step } from "./steps/step.ts";
import { sha1Of } from "../serverFiles/sha1Of.ts";
import { neverAborted } from "../storage/neverAborted.ts";
import { rethrowDefect, unlessFailing } from "../wire/answers/failure.ts";

/** What runs the script on a server. */
export interface ScriptContext extends CommandContext {
  /** The scripts of this version. */
  readonly script: ServerScripts;
  /** Id of this installation, which others see while it works. */
  readonly installation: string;
  /** A directory on this computer for archives. */
  readonly temporary: string;
}

/** The exchange that a run is about: its own, or one that is ended from another run. */
export interface RunOf {
  readonly id: string;
  /** Of its list, by number. */
  readonly paths: readonly string[];
  /** Of all files that the script has to hash or pack. */
  readonly bytes: number;
}

/** A deployment as it is sent with its files. */
export interface SentDeployment {
  readonly record: DeploymentRecord;
  /** The exchange of the same directory that was the last one when it was shown. */
  readonly after: string | undefined;
  /** What the server is to run before or after it: with steps, the exchange is held until it is settled. */
  readonly steps?: readonly Step[];
  /** Where it is to be a release: it is held until it is settled. */
  readonly release?: SentRelease | undefined;
}

/** What the script is told of a release. Paths are relative to the website's root. */
export interface SentRelease {
  readonly path: string;
  /** The release that it gets files from that are the same there. */
  readonly base: string | undefined;
  readonly served: string;
  /** The id of the release that is served meanwhile. */
  readonly live: string | undefined;
  /** The id of the one that the panel has the website serve after its next start. */
  readonly remembered: string | undefined;
  readonly keep: number;
  /** The web server's file that says what the website serves. */
  readonly configuration: string;
}

/** A step that was sent, as the server is asked about it. */
export type AskedStep = Pick<RanStep, "index" | "turn" | "seconds">;

/** A task of ours in the panel's list. */
interface LeftTask {
  readonly id: number;
  readonly name: string;
}

/** The names of what is sent beside the script. */
const ARCHIVE_NAME = "files.tar.gz";
const ACCEPTED_NAME = "accepted";

/** How long a run may take, beside the time for its bytes: a loaded server takes some seconds for thousands of files. */
const LONGEST_MS = 180_000;
const BYTES_PER_MS = 5_000;

/** The pause until a run whose end was not seen is asked about again, as long as it goes on. */
const STILL_RUNS_MS = 5_000;

const UNKNOWN: ExchangeEnd = { kind: "unknown" };

/** Ends of the task that has a step begin after which that may have run. */
const MAY_HAVE_RUN: readonly ExchangeEnd["kind"][] = ["step", "running", "unknown"];

/** Ends after which nobody needs the directory of an exchange. */
const OVER: readonly ExchangeEnd["kind"][] = ["untouched", "old", "busy", "unfinished", "superseded", "missing"];

/** A directory of ours on the server, with the script and what it is told to do. */
export class ServerRun {
  readonly id: string;
  readonly #place: Place;
  /** Whether something of it is on the server that the script does not remove by itself. */
  #isThere = false;
  #hasAccepted = false;
  #hasRunSteps = false;

  constructor(place: Place, id: string = randomUUID()) {
    this.#place = place;
    this.id = id;
  }

  /** Uploads an exchange. Throws `PanelError` and `DeploymentError`. @param deployment a look has none */
  async send(
    records: readonly PlannedRecord[],
    deployment: SentDeployment | undefined,
    context: ScriptContext,
    onShare: (share: number) => void = () => undefined,
  ): Promise<void> {
    const { temporary, signal } = context;
    const { root } = this.#place;
    const listed = records.map(({ record }) => record);
    const names = comingNames(listed);
    const members: readonly ArchiveMember[] = [
      {
        name: "about",
        bytes: Buffer.from(
          `layout=${LAYOUT}\nroot=${root}\ntarget=${targetWord(this.#place)}\n${afterLine(deployment)}${heldLine(deployment, context)}${releaseLines(deployment)}`,
        ),
      },
      { name: "list", bytes: exchangeList(listed) },
      ...(deployment === undefined ? [] : [{ name: "record.json", bytes: recordBytes(recordOf(deployment)) }]),
      ...stepMembers(deployment?.steps ?? [], context.script),
      ...records.flatMap(({ source }, number): readonly ArchiveMember[] =>
        source === undefined ? [] : [archived(names[number] ?? "", source)],
      ),
    ];
    const local = join(temporary, `${this.id}.tar.gz`);
    try {
      const archive = await writeExchangeArchive({ members, target: local, signal });
      await this.sendScript(context);
      await this.#files(context).upload(archive, this.#path(ARCHIVE_NAME), onShare, { isPrivate: true });
    } finally {
      await rm(local, { force: true });
    }
  }

  /**
   * Uploads the script, which is enough to end another exchange. Each time anew: while a person looked at a preview, the server may
   * have removed it, and a way back has to be newer than whatever was said of its exchange.
   */
  async sendScript(context: ScriptContext): Promise<void> {
    // also where no answer comes there may be something to remove
    this.#isThere = true;
    await this.#write(posix.join(this.id, EXCHANGE_SCRIPT), context.script.exchange, context);
  }

  /** Uploads which files are to go back although they were edited since: by the number of their record, with the edit's sha1. */
  async sendAccepted(accepted: ReadonlyMap<number, string>, context: ScriptContext): Promise<void> {
    if (accepted.size === 0 && !this.#hasAccepted) return;
    this.#hasAccepted = true;
    const records = [...accepted].map(([number, sha1]) => `${number} ${sha1}\0`);
    await this.#write(posix.join(this.id, ACCEPTED_NAME), Buffer.from(records.join("")), context);
  }

  /**
   * Looks at the paths of the list that was sent, by number. Throws `PanelError` and `DeploymentError`.
   * @param steps that are to run: the server has to have what they need
   */
  async look(of: RunOf, context: ScriptContext, steps: readonly Step[] = []): Promise<readonly Looked[]> {
    const end = await this.#run("look", of, context);
    if (end.kind === "missing") throw new DeploymentError(end);
    if (end.kind === "looked" && steps.length > 0 && end.lacks.length > 0)
      throw new DeploymentError({ kind: "missing", tools: end.lacks });
    if (end.kind === "busy")
      throw new DeploymentError({
        kind: "busy",
        by: end.by && { installation: end.by.installation, at: end.by.since * 1_000 },
      });
    if (end.kind !== "looked")
      throw new DeploymentError({ kind: "unable", why: end.kind === "untouched" ? end.why : end.kind });
    const file = this.#path("looked");
    const bytes = await this.#files(context).read(file, 0, LARGEST_PART);
    const looked = readLooked(Buffer.from(bytes).toString("latin1"), end.sha1, of.paths.length);
    if (looked === undefined) throw new DeploymentError({ kind: "damaged", path: file });
    return looked;
  }

  /**
   * Has the server change something, and waits for the end whatever happens meanwhile. If it was not seen, *recover* tells, or of
   * *giveup* another one. Throws `PanelError` if it has not begun.
   */
  async change(
    verb: "exchange" | "settle" | "back" | "leave" | "recover" | "giveup",
    of: RunOf,
    context: ScriptContext,
  ): Promise<ExchangeEnd> {
    const steady = { ...context, signal: neverAborted };
    const earlier = await this.#tasks(steady);
    const first = await this.#run(verb, of, steady);
    const ended = first.kind === "unknown" ? await this.#endOfUnseen(verb, of, steady) : first;
    // nobody else has worked there meanwhile, so what was there before this run is of windows that have died
    if (ended.kind !== "unknown" && ended.kind !== "busy") await removeTasks(earlier, steady);
    // what is kept on purpose, or waits for its end, is not this run's any more, and what steps have written can be read for a while
    if (of.id === this.id) this.#isThere = OVER.includes(ended.kind) && !this.#hasRunSteps;
    return ended;
  }

  /**
   * Has the server run a step of the exchange, and follows it to its end: a cancel ends the step, with all its processes. It never runs twice:
   * where its end was not seen, the server is asked again. Throws `PanelError` if it has not begun.
   */
  async step(step: RanStep, of: RunOf, output: JobOutput, context: ScriptContext): Promise<ExchangeEnd> {
    const steady = { ...context, signal: neverAborted };
    // of an exchange that has ended long ago, the scripts may be older ones
    const scripts = of.id === this.id ? [] : stepScripts(context.script);
    for (const { name, bytes } of scripts) await this.#write(posix.join(this.id, name), bytes, context);
    await this.#write(posix.join(of.id, stepDirectory(step), "how"), howBytes(step, context.script), context);
    const isOver = new AbortController();
    const followed = this.#followed(step, of, output, context);
    const following = followed.follow(isOver.signal);
    try {
      const begun = await this.#endOfStep(step, of, steady);
      isOver.abort();
      const seen = await following;
      if (!MAY_HAVE_RUN.includes(begun.kind)) return begun;
      this.#hasRunSteps = true;
      if (of.id === this.id) this.#isThere = false;
      // its time counts from its beginning on
      const ended = seen ?? (await followed.follow());
      // without an end, whoever was to say it may be gone
      return ended ?? (await this.#endOfStep(step, of, steady).catch(unknownEnd));
    } finally {
      isOver.abort();
      await following;
    }
  }

  /** Follows a step by its files. A cancel ends it. */
  #followed(step: AskedStep, of: RunOf, output: JobOutput, context: ScriptContext): FollowedJob<ExchangeEnd> {
    const { signal, clock } = context;
    return new FollowedJob({
      directory: posix.join(this.#place.site, of.id, stepDirectory(step)),
      output,
      endName: "rc",
      readEnd: (bytes) => stepEnd(new TextDecoder().decode(bytes).trim()),
      longestMs: longestOf(step, of),
      files: this.#files({ ...context, signal: neverAborted }),
      clock,
      signal,
    });
  }

  /** Has a step begin, or asks how it has ended, and again as long as no answer was seen, or others look at the website. */
  async #endOfStep(step: AskedStep, of: RunOf, context: ScriptContext, patienceMs = longestOf(step, of)) {
    const wait = new Wait(context.clock, patienceMs);
    let ended = await this.#run("step", of, context, step);
    while ((ended.kind === "unknown" || ended.kind === "busy") && wait.left() > 0) {
      await wait.pause(STILL_RUNS_MS, context.signal);
      ended = await this.#run("step", of, context, step).catch(unknownEnd);
    }
    return ended;
  }

  /** Asks whether an exchange waits for its end, and nobody is about to bring that. Throws `PanelError` if it has not begun. */
  async ask(of: RunOf, context: ScriptContext): Promise<ExchangeEnd> {
    return this.#run("ask", of, context);
  }

  /**
   * Asks how a step of an exchange has ended that has begun: it never begins twice. Throws `PanelError` if that has not begun.
   * @param patienceMs for how long it asks again as long as somebody works there
   */
  async askStep(step: AskedStep, of: RunOf, context: ScriptContext, patienceMs = 0): Promise<ExchangeEnd> {
    await this.sendScript(context);
    // without the other one, it does not begin either
    await this.#write(posix.join(this.id, JOB_SCRIPT), context.script.job, context);
    return this.#endOfStep(step, of, context, patienceMs);
  }

  /** Ends a step of an exchange that has begun, with all its processes, and says how it has ended. Throws `PanelError`. */
  async endStep(step: AskedStep, of: RunOf, context: ScriptContext): Promise<ExchangeEnd> {
    const ending = { ...context, signal: AbortSignal.abort() };
    const ended = await this.#followed(step, of, unreadOutput(this.outputOf(step, of)), ending).follow();
    // the wish stays for whoever asks where nobody watches it
    return ended ?? this.askStep(step, of, context, longestMs(of));
  }

  /** The directory that a step must not leave. */
  rootOf({ within }: Pick<Step, "within">): string {
    return posix.join(this.#place.root, within);
  }

  /** Where the server has what a step writes. */
  outputOf(step: Pick<RanStep, "index" | "turn">, of: Pick<RunOf, "id">): string {
    return posix.join(this.#place.site, of.id, stepDirectory(step), "out");
  }

  /** The tasks of this website that are in the panel's list. */
  async #tasks({ callFor, signal }: ScriptContext): Promise<readonly LeftTask[]> {
    const listed = await unlessFailing(async () => callFor(signal)("scheduledTask.list", {}));
    const ours = tasksOf(this.#place.site);
    return (listed?.rows ?? []).flatMap(({ id, name }) =>
      id !== undefined && name?.startsWith(ours) === true ? [{ id, name }] : [],
    );
  }

  /** Asks how a run has ended whose end was not seen, as long as it goes on. */
  async #endOfUnseen(verb: ExchangeVerb, of: RunOf, context: ScriptContext): Promise<ExchangeEnd> {
    const wait = new Wait(context.clock, longestMs(of));
    // of what a person has given up or has kept, no file goes back
    const asking = verb === "giveup" || verb === "settle" ? verb : "recover";
    for (;;) {
      const told = await this.#run(asking, of, context).catch(unknownEnd);
      if (asking === "giveup" && told.kind === "ended" && told.as === "left") return { ...told, kind: "left" };
      if (asking === "settle" && told.kind === "ended" && told.as === "new") return { kind: "new" };
      // by this run or by one that came after it
      const isBusy = told.kind === "busy";
      if (!isBusy && hasLooked(told)) return told;
      if (!isBusy || wait.left() <= 0) return UNKNOWN;
      await wait.pause(STILL_RUNS_MS, context.signal);
    }
  }

  /** Removes what this run has on the server, if anything. What cannot be removed now, whoever comes hours later removes. */
  async discard(context: ScriptContext): Promise<void> {
    if (!this.#isThere) return;
    this.#isThere = false;
    const steady = { ...context, signal: neverAborted };
    await unlessFailing(async () => {
      const end = await this.#run("clean", { id: this.id, paths: [], bytes: 0 }, steady);
      if (end.kind === "missing") await this.#removeByCalls(steady);
    });
  }

  /** For a server that cannot run the script. */
  async #removeByCalls(context: ScriptContext): Promise<void> {
    const files = this.#files(context);
    const there = await files.look([EXCHANGE_SCRIPT, ARCHIVE_NAME].map((name) => this.#path(name)));
    for (const path of there.keys()) await files.removeForGood(path);
    await files.removeDirectory(this.#path(""));
  }

  async #run(verb: ExchangeVerb, of: RunOf, context: ScriptContext, step?: AskedStep): Promise<ExchangeEnd> {
    const nonce = randomUUID();
    const { site } = this.#place;
    return runExchange(
      {
        verb,
        id: of.id,
        nonce,
        installation: context.installation,
        kept: MOST_KEPT,
        script: sha1Of(context.script.exchange),
        paths: of.paths,
        directory: posix.join(site, of.id),
        scriptDirectory: this.#path(""),
        ...(step !== undefined && { step: stepWord(step) }),
        longestMs: longestMs(of),
      },
      context,
    );
  }

  #files({ callFor, clock, signal }: ScriptContext): RemoteFiles {
    return new RemoteFiles(callFor(signal), clock, signal);
  }

  #path(name: string): string {
    return posix.join(this.#place.site, this.id, name);
  }

  /** @param path in the directory of the website */
  async #write(path: string, bytes: Uint8Array, context: ScriptContext): Promise<void> {
    const { dir: directory, base: name } = posix.parse(posix.join(this.#place.site, path));
    await this.#files(context).write({ directory, name, bytes, isPrivate: true });
  }
}

/** The end of a run that could not be asked. Throws defects. */
function unknownEnd(error: unknown): ExchangeEnd {
  rethrowDefect(error);
  return UNKNOWN;
}

function recordOf({ record, steps = [] }: SentDeployment): DeploymentRecord {
  return { ...record, ...(steps.length > 0 && { steps: namedSteps(steps) }) };
}

/** Of a release, and of steps, which come after the exchange or before it: it is held for this installation until it is settled. */
function heldLine(deployment: SentDeployment | undefined, { installation }: ScriptContext): string {
  const isHeld = deployment?.release !== undefined || (deployment?.steps ?? []).length > 0;
  if (!isHeld) return "";
  return `hold=${installation}\n`;
}

function releaseLines(deployment: SentDeployment | undefined): string {
  if (deployment?.release === undefined) return "";
  const { path, base, served, live, remembered, keep, configuration } = deployment.release;
  const lines = { release: path, from: base, served, before: live, remembered, keep, configuration };
  return Object.entries(lines)
    .map(([name, value]) => (value === undefined ? "" : `${name}=${value}\n`))
    .join("");
}

function afterLine(deployment: SentDeployment | undefined): string {
  if (deployment === undefined) return "";
  return `after=${deployment.after ?? ""}\n`;
}

/** Whether *recover* has got as far as to say how another run has ended. */
function hasLooked(end: ExchangeEnd): boolean {
  return end.kind !== "missing" && (end.kind !== "untouched" || end.why === CUT);
}

function longestMs({ bytes }: RunOf): number {
  return LONGEST_MS + bytes / BYTES_PER_MS;
}

function longestOf({ seconds }: AskedStep, of: RunOf): number {
  return longestMs(of) + seconds * 1_000;
}

/** Removes tasks that earlier runs have left. */
async function removeTasks(
  tasks: readonly LeftTask[],
  { callFor, signal, clock, leftTasks }: ScriptContext,
): Promise<void> {
  for (const { id, name } of tasks)
    if (await removeTask(id, callFor(signal), clock)) leftTasks.delete(name);
    else leftTasks.add(name);
}

/** What an archive has of a file, or of a link: what that says. */
function archived(name: string, { says, ...file }: NonNullable<PlannedRecord["source"]>): ArchiveMember {
  if (says === undefined) return { name, file };
  return { name, bytes: Buffer.from(says) };
}
