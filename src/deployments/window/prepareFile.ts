import * as l10n from "@vscode/l10n";
import { basename, dirname, relative, sep } from "node:path";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace, WorkspaceFolder } from "../../ports/workspace.ts";
import { sourceProblemText } from "../../texts/deployablePathTexts.ts";
import { firstText, MOST_NAMED } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import { likeliest, type LikeliestFile } from "../source/builtFiles.ts";
import { prepareFile, readBuiltFile, type BuiltFile, type PreparedFile } from "../deployFile.ts";
import { SourceError } from "../sourceFiles.ts";
import type { BroughtFile } from "../targetKind.ts";
import type { DeployTo } from "../targetNow.ts";
import type { StatedDeployment } from "./chooseDeployment.ts";
import { compared, type RunningScript } from "./deployServices.ts";
import { placeOfFile, withFile, type FileTarget } from "./foundPlace.ts";
import { readSteps } from "./readSteps.ts";

/** A file on this computer to deploy. */
export interface FileToDeploy {
  /** Name of the deployment. */
  readonly name: string;
  readonly file: string;
  /** The one of the settings. */
  readonly stated: StatedDeployment | undefined;
}

/** A file's deployment as its question shows it, without the task that runs before it. Sends nothing. */
export async function planFile(
  services: InWorkspace & KnownPanels & RunningScript,
  to: DeployTo,
  { name, file, stated }: FileToDeploy,
): Promise<PreparedForFile> {
  const own = withFile(to);
  const local = await readLocal(services, file);
  return preparingFile(services, own, { name, project: to.target.label, local }, stated);
}

/** A file's deployment as its question shows it, and what a person is asked about its steps. */
export interface PreparedForFile {
  readonly prepared: PreparedFile;
  readonly steps: NamedSteps | undefined;
}

/** Compares a file with that on the server. */
export async function preparingFile(
  services: RunningScript,
  own: FileTarget,
  given: Pick<PreparedFile, "name" | "project" | "local">,
  stated: StatedDeployment | undefined,
): Promise<PreparedForFile> {
  return compared(
    services,
    own.to,
    async (context) => {
      const place = await placeOfFile(context, own);
      const steps = await readSteps(context, { to: own.to, place }, stated);
      const { mustRun = false } = own.brought;
      const call = context.callFor(context.signal);
      const others = (await own.brought.sharedBy?.(call, own.to.row)) ?? [];
      const file = { ...given, place, mustRun, sharedBy: others, steps: steps?.seen.steps ?? [] };
      return { prepared: await prepareFile(context, file), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}

/** Reads a file of the workspace. Ends the command with a sentence if it leads out of it. */
export async function readLocal({ dialogs, workspace }: InWorkspace & Talking, file: string): Promise<BuiltFile> {
  const folder = workspace.folders().find(({ path }) => file.startsWith(path + sep));
  try {
    return await dialogs.progress(
      l10n.t("Reading “{0}”…", basename(file)),
      async (signal) => readBuiltFile(file, folder?.path ?? dirname(file), signal),
      "beforeQuestion",
    );
  } catch (error) {
    if (error instanceof SourceError) throw new CommandAborted(sourceProblemText(error.problem));
    throw error;
  }
}

/** The files that match a glob, the likeliest of each folder first. Ends the command if there is none. */
export async function matchingFiles(
  { workspace }: InWorkspace,
  folders: readonly WorkspaceFolder[],
  { words }: BroughtFile,
  glob: string,
): Promise<LikeliestFile> {
  const [first, ...others] = (await Promise.all(folders.map(async (folder) => workspace.files(folder, glob)))).flat();
  if (first === undefined) throw new CommandAborted(words.noMatch(glob));
  return likeliest([first, ...others], glob);
}

/** The file that a deployment means, and which one that is as a sentence. Ends the command where nobody is asked, and that is not sure. */
export async function latestFile(
  services: InWorkspace,
  { folder, deployment }: StatedDeployment,
  brought: BroughtFile,
  isAsked = false,
): Promise<{ readonly file: string; readonly sentence: string }> {
  const glob = brought.globIn(deployment);
  const { ranked, isSure } = await matchingFiles(services, [folder], brought, glob);
  const paths = ranked.map((each) => relative(folder.path, each));
  if (!isSure && !isAsked) throw new CommandAborted(unsureText(glob, paths));
  const [file, ...others] = ranked;
  const path = relative(folder.path, file);
  const sentence =
    others.length === 0 ? brought.words.only(path) : brought.words.latest(path, numberText(ranked.length), glob);
  return { file, sentence };
}

function unsureText(glob: string, paths: readonly string[]): string {
  return l10n.t(
    "It is not sure which file is meant by {0}: {1}. Name it in the settings so that only builds of it match. Nothing was sent.",
    glob,
    firstText(
      paths.slice(0, MOST_NAMED).map((path) => visibleText(path)),
      paths.length,
    ),
  );
}

/** A path below its workspace folder, as VS Code shows it. */
export function shownPath({ workspace }: InWorkspace, file: string): string {
  const folders = workspace.folders();
  const folder = folders.find(({ path }) => file.startsWith(path + sep));
  if (folder === undefined) return file;
  const below = relative(folder.path, file).replaceAll(sep, "/");
  if (folders.length > 1) return `${folder.name}/${below}`;
  return below;
}
