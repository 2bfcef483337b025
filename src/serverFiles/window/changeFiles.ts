import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import type { Finished, ProcedureContext, RunOptions, Running } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { isReached, outcomeKinds } from "../../actions/outcomeKinds.ts";
import { visibleText } from "../../characters/plainText.ts";
import { checkConfiguration, type CheckingConfigurations } from "../../configurations/checkConfiguration.ts";
import { whileConnecting } from "../../commands/context/askPanel.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { fitsBin } from "../../resources/binNames.ts";
import type { FileInput } from "../../resources/files/fileInput.ts";
import type { Call } from "../../resources/resource.ts";
import type { Verb } from "../../resources/verbs.ts";
import type { Clock, Timed } from "../../storage/ports.ts";
import { stepText } from "../../texts/actionTexts.ts";
import { leftTasksText } from "../../texts/deploymentTexts.ts";
import { progressTitle } from "../../texts/actionTitles.ts";
import { PanelError } from "../../wire/answers/failure.ts";
import { FileError } from "../fileError.ts";
import { directoryOf, nameOf, pathIn } from "../filePlace.ts";
import type { Removal } from "../recycleBin.ts";
import { exact } from "../remoteNames.ts";
import { isRisky } from "../riskyPaths.ts";
import { saveFile, uploadFile } from "../saveFile.ts";
import { type Seen, ServerFiles } from "../serverFiles.ts";
import type { InWorkspace, Workspace } from "../../ports/workspace.ts";
import type { KnownConfigurations } from "../serviceConfigurations.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { RealPaths } from "../realPaths.ts";
import { accessOf, isAccess } from "../fileAccess.ts";
import { type ConfiguredService, serviceOf } from "../configuredServices.ts";
import type { ConfigurationCheck } from "../brokenConfiguration.ts";
import { sha1Of } from "../sha1Of.ts";

/** Changing the files of servers. */
export interface ChangingFiles
  extends CheckingConfigurations, InWorkspace, KnownConfigurations, KnownPanels, Running, Talking, Timed {
  readonly realPaths: RealPaths;
  /** Tells the tree and the editors that something at these paths of a panel's server has changed. */
  readonly filesChanged: (panelId: string, paths: readonly string[]) => void;
}

/** One change of a file or directory. */
export interface FileChange {
  readonly verb: Verb;
  readonly path: string;
  readonly input?: FileInput;
  /** Names in the path's directory at which something changes, too. */
  readonly besides?: readonly string[];
  /** What another window needs to see how it ended, if this one is closed meanwhile. */
  readonly wanted?: Wanted;
  /** For a deletion, where it was seen afterwards. Throws `PanelError` and `FileError`. */
  readonly perform: (files: ServerFiles, context: ChangeContext) => Promise<Removal | undefined | void>;
}

export interface ChangeContext extends Pick<ProcedureContext, "report" | "signal"> {
  /** Where the change takes effect, links followed; the path where that cannot be found out. */
  readonly real: string;
}

export interface ChangeOptions {
  /** Asks also where nothing that is risky is changed. */
  readonly alwaysAsk?: boolean;
  /** A person has agreed to changes of this file before. */
  readonly isAgreed?: boolean;
  /** Shows progress in the status bar, because the person sees it in an editor. */
  readonly isQuiet?: true;
}

/** How a change of a file must have ended, in the journal. */
const wantedSchema = v.union([
  v.object({ kind: v.literal("content"), sha1: v.string() }),
  v.object({ kind: v.literal("there") }),
  v.object({ kind: v.literal("moved"), to: v.string() }),
  v.object({ kind: v.literal("gone") }),
  v.object({ kind: v.literal("access"), mode: v.string(), user: v.string(), group: v.string() }),
]);
type Wanted = v.InferOutput<typeof wantedSchema>;

const begunSchema = v.object({ path: v.string(), wanted: v.optional(wantedSchema) });

/** Whether a change is at a risky path, as it is given or links followed, or at one of which that cannot be found out. */
export async function isRiskyChange(services: ChangingFiles, panel: PanelRecord, change: FileChange): Promise<boolean> {
  const { path, input, besides = [] } = change;
  const realPaths = await whileConnecting(services.dialogs, panel, async (signal) => {
    const foundPaths = [await realPathOf(services, panel, path, isWrittenThrough(change), signal)];
    if (input?.to !== undefined) foundPaths.push(await realPathOf(services, panel, input.to, false, signal));
    return foundPaths;
  });
  const allPaths = [...pathsOf(change), ...realPaths];
  const besidePaths = allPaths.flatMap((each) =>
    each === undefined ? [] : besides.map((name) => pathIn(directoryOf(each), name)),
  );
  return [...allPaths, ...besidePaths].some((candidate) => candidate === undefined || isRisky(candidate));
}

/** The path of a change, the new one of a move, and those beside it. */
function pathsOf({ path, input, besides = [] }: FileChange): readonly string[] {
  const besidePaths = besides.map((name) => pathIn(directoryOf(path), name));
  if (input?.to === undefined) return [path, ...besidePaths];
  return [path, input.to, ...besidePaths];
}

/**
 * Changes files of a panel, after one question for all that ask: risky paths always do. Tells the tree and the editors afterwards.
 * Ends the command in a folder that is not trusted. Throws `PanelError` if it cannot be found out where the paths lead to.
 */
export async function changeFiles(
  services: ChangingFiles,
  panel: PanelRecord,
  changes: readonly FileChange[],
  { isQuiet, alwaysAsk, isAgreed }: ChangeOptions = {},
): Promise<readonly Finished[]> {
  const { clock, configurations, connections, dialogs, filesChanged, runner, workspace } = services;
  mayChangeFiles(workspace);
  // before anybody is asked
  for (const { verb, path } of changes) if (verb === "rename") exact("transfer", path);
  const connection = connections.of(panel);
  let isAnyRisky = false;
  if (mayChange(panel.guardLevel))
    for (const change of changes) isAnyRisky ||= await isRiskyChange(services, panel, change);
  const requests = changes.map(({ verb, path, input }) => ({
    panel: connection,
    kind: "file" as const,
    verb,
    target: { key: path, label: visibleText(path) },
    input: { file: { ...input, ...(isAnyRisky && { isRisky: true as const }) } },
    row: undefined,
  }));
  const perform = async ({ request, signal, begin, report }: ProcedureContext): Promise<Outcome> => {
    // not by its path, which two of them may have
    const change = changes[requests.findIndex((candidate) => candidate === request)];
    if (change === undefined) throw new TypeError("no such change");
    const { path, input, wanted, verb } = change;
    await begin({ path, wanted } satisfies v.InferInput<typeof begunSchema>);
    const call = connection.callFor(signal);
    try {
      const real = (await realPathOf(services, panel, path, isWrittenThrough(change), signal)) ?? path;
      const removal = await change.perform(new ServerFiles(call, clock, signal), { real, report, signal });
      const end = { ...(removal && { removal }) };
      const service = [path, real, input?.to ?? path].map(serviceOf).find((found) => found !== undefined);
      if (service === undefined || !hasContent(verb)) return { kind: "done", evidence: undefined, ...end };
      report("verifying");
      const check = await checkedAfter(services, (given) => connection.callFor(given), service, signal);
      configurations.saw(panel.id, service, check, path);
      // what is put back is what the service uses all the time
      const isNew = (check === "fine" || check === "unknown") && verb !== "putBack";
      if (isNew) configurations.saved(panel.id, service);
      return { ...checkedOutcome(check, service), ...end };
    } catch (error) {
      if (error instanceof FileError) return { kind: "prevented", problem: error.problem };
      throw error;
    }
  };
  const showProgress: RunOptions["showProgress"] = (shownRequests, task) =>
    dialogs.progress(
      progressTitle(shownRequests),
      (signal, report) => task(signal, (step) => report(stepText(shownRequests, step))),
      "statusBar",
    );
  const finished = await runner.runAll(requests, {
    // another window at the same file ends soon
    procedure: { perform, onWaiting: () => undefined },
    ...(isQuiet === true && { showProgress }),
    ...((alwaysAsk === true || isAnyRisky) && { alwaysAsk: true }),
    ...(isAgreed === true && { isAgreed }),
  });
  const begun = changes.filter(
    (_, index) => outcomeKinds[finished[index]?.outcome.kind ?? "skipped"].target !== "nothing",
  );
  filesChanged(panel.id, begun.flatMap(pathsOf));
  return finished;
}

/** Whether a change goes to what a link at its path leads to, and not to the link. */
function isWrittenThrough({ verb, input }: FileChange): boolean {
  return verb === "save" || verb === "putBack" || verb === "changeAccess" || input?.replaces === true;
}

/** Where a path leads to, at least by links of its directories; `undefined`: that cannot be found out. Throws `PanelError`. */
async function realPathOf(
  { clock, connections, realPaths }: ChangingFiles,
  panel: PanelRecord,
  path: string,
  isFollowed: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const files = new ServerFiles(connections.of(panel).callFor(signal), clock, signal);
  try {
    if (isFollowed) return await realPaths.of(panel.id, files, path);
    return pathIn(await realPaths.of(panel.id, files, directoryOf(path)), nameOf(path));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    // nothing can be changed there
    if (error.problem.kind === "notFound") return path;
    return undefined;
  }
}

/** Whether a change may change what a service reads. */
function hasContent(verb: Verb): boolean {
  return verb !== "createFolder" && verb !== "changeAccess";
}

/** Checks the configuration of a service, and says which tasks of that may be left on the server. */
async function checkedAfter(
  { checkScript, clock, dialogs }: ChangingFiles,
  callFor: (signal: AbortSignal) => Call,
  service: ConfiguredService,
  signal: AbortSignal,
): Promise<ConfigurationCheck> {
  const leftTasks = new Set<string>();
  const check = await checkConfiguration(service, { callFor, checkScript, clock, signal, leftTasks });
  if (leftTasks.size > 0)
    dialogs.notify({ severity: "warning", message: leftTasksText([...leftTasks]) }, async () => undefined);
  return check;
}

/** The outcome of a change to the configuration of a service, by the check. */
function checkedOutcome(check: ConfigurationCheck, service: ConfiguredService): Outcome {
  const done = { kind: "done", evidence: undefined } as const;
  if (check === "fine") return { ...done, accepted: service };
  if (check === "unknown") return { ...done, why: "unchecked" };
  return { ...done, why: "broken", broken: check };
}

/** Ends the command in a folder that is not trusted: its files may have led a person to a file of the server. */
export function mayChangeFiles(workspace: Pick<Workspace, "isTrusted">): void {
  if (!workspace.isTrusted())
    throw new CommandAborted(l10n.t("In Restricted Mode, files of servers can only be read. Trust the folder first."));
}

/** A save. `opened`: what may be replaced; `new`: nothing may be there. */
export function savingOf(
  path: string,
  bytes: Uint8Array,
  opened: { readonly sha1: string } | "new",
  onReplaced?: (bytesBefore: Uint8Array) => void,
): FileChange {
  return {
    verb: opened === "new" ? "createFile" : "save",
    path,
    wanted: { kind: "content", sha1: sha1Of(bytes) },
    async perform(files, { real }) {
      const isConfiguration = (serviceOf(path) ?? serviceOf(real)) !== undefined;
      const isReplaced = isConfiguration && opened !== "new";
      if (isReplaced && onReplaced !== undefined) onReplaced(await files.read(path));
      await saveFile(files, path, bytes, opened);
    },
  };
}

/** Puts the bytes back that a save has replaced, unless the file has others than `saved` by now. */
export function puttingBackOf(path: string, bytes: Uint8Array, saved: Uint8Array): FileChange {
  return { ...savingOf(path, bytes, { sha1: sha1Of(saved) }), verb: "putBack" };
}

/** The creation of a directory. */
export function creationOf(path: string): FileChange {
  return {
    verb: "createFolder",
    path,
    wanted: { kind: "there" },
    perform: async (files) => files.createDirectory(path),
  };
}

/** A move of a file or directory. @param replaced what is there, where it replaces a file */
export function moveOf(path: string, newPath: string, replaced?: Seen): FileChange {
  const replaces = replaced !== undefined;
  return {
    verb: "rename",
    path,
    input: { to: newPath, ...(replaces && { replaces }) },
    wanted: { kind: "moved", to: newPath },
    perform: async (files) => files.rename(path, newPath, { overwrite: replaces, seen: replaced }),
  };
}

/** A deletion, with what its question tells. */
export function removalOf(path: string, { input, seen }: ShownRemoval, recursive: boolean): FileChange {
  return {
    verb: "remove",
    path,
    input,
    wanted: { kind: "gone" },
    perform: async (files, { real }) => files.remove(path, { recursive, real, seen }),
  };
}

/**
 * An upload of a file of this computer.
 * @param replaced what is there, where it replaces a file; `ours`: what an upload before it has put there
 */
export function uploadOf(local: string, path: string, replaced?: Seen | "ours"): FileChange {
  const overwrite = replaced !== undefined;
  return {
    verb: "upload",
    path,
    input: overwrite ? { replaces: true } : {},
    async perform(files, { report }) {
      report("uploading", 0);
      const onShare = (share: number) => report("uploading", share);
      const seen = replaced === "ours" ? undefined : replaced;
      await uploadFile(files, local, path, { overwrite, seen, onShare });
    },
  };
}

/** What the question before a deletion tells, and what it is about. */
interface ShownRemoval {
  readonly input: FileInput;
  readonly seen: Seen;
}

/** What the question before a deletion tells. Throws `PanelError`, and `FileError` where nothing may be sent. */
export async function removalInput(
  services: ChangingFiles,
  panel: PanelRecord,
  path: string,
  signal: AbortSignal,
): Promise<ShownRemoval> {
  exact("remove", path);
  const files = new ServerFiles(services.connections.of(panel).callFor(signal), services.clock, signal);
  const seen = await files.seen(path);
  const { entries, hasRecycleBin } = await files.list(directoryOf(path));
  const entry = entries.find(({ name }) => name === nameOf(path));
  const isLink = entry?.linkTo !== undefined;
  const below = entry?.kind === "directory" && !isLink && (await files.list(path));
  const real = await realPathOf(services, panel, path, false, signal);
  const bin = hasRecycleBin ? binFor(isLink ? path : (real ?? path)) : "off";
  const input: FileInput = {
    bin,
    ...(below && { entries: { count: below.entries.length + below.unreadable, isCut: below.isCut } }),
  };
  return { input, seen: bin === "takes" ? { identity: seen.identity } : seen };
}

function binFor(path: string): "takes" | "tooLong" {
  if (fitsBin(path)) return "takes";
  return "tooLong";
}

/** Throws the error of a change that was not done: `FileError`, `PanelError` or `CommandAborted`. */
export function throwUnlessDone({ outcome }: Finished): void {
  const { kind } = outcome;
  if (isReached(outcome)) return;
  if (kind === "prevented") throw new FileError(outcome.problem);
  if (kind === "failed") throw new PanelError(outcome.failure);
  if (kind === "uncertain" && outcome.cause !== undefined) throw new PanelError(outcome.cause);
  if (kind === "readOnly") throw new CommandAborted(l10n.t("The panel is read-only. Nothing was sent."));
  // VS Code shows this as an error of its own, below which the editor keeps its changes
  if (kind === "declined") throw new CommandAborted(l10n.t("You declined. Nothing on the server was changed."));
  throw new CommandAborted(l10n.t("Nothing was sent."));
}

/**
 * The outcome of a change whose window has died, by what the server has now. Throws `PanelError`.
 * @param begun its entry in the journal
 */
export async function inspectAbandonedFile(
  begun: unknown,
  call: Call,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome> {
  const unknown: Outcome = { kind: "uncertain", cause: undefined, why: "abandoned" };
  const parsed = v.safeParse(begunSchema, begun);
  if (!parsed.success || parsed.output.wanted === undefined) return unknown;
  const { path, wanted } = parsed.output;
  const isSo = await isAsWanted(new ServerFiles(call, clock, signal), path, wanted);
  if (isSo) return { kind: "done", evidence: undefined, why: "abandoned" };
  return unknown;
}

/** Whether the server has what a change was to bring about. */
async function isAsWanted(files: ServerFiles, path: string, wanted: Wanted): Promise<boolean> {
  switch (wanted.kind) {
    case "content":
      return (await files.remote.hash(path)) === wanted.sha1;
    case "moved": {
      const existing = await files.stat([path, wanted.to]);
      return existing.has(wanted.to) && !existing.has(path);
    }
    case "access":
      return isAccess(accessOf(await files.attributes(path)), wanted);
    case "there":
      return (await files.stat([path])).has(path);
    case "gone":
      return files.isGone(path).catch((error: unknown) => {
        // what cannot be listed is not known to be gone
        if (error instanceof FileError) return false;
        throw error;
      });
    default:
      return wanted satisfies never;
  }
}

/** What the server has now, as if a person had opened it: a save that may replace anything replaces what is there when it is asked about. */
export async function openedNow(files: ServerFiles, path: string): Promise<{ readonly sha1: string } | "new"> {
  const sha1 = await files.remote.hash(path);
  if (sha1 === undefined) return "new";
  return { sha1 };
}
