import * as l10n from "@vscode/l10n";
import { basename, dirname, relative, sep } from "node:path";
import { visibleText } from "../../../characters/plainText.ts";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import type { Talking } from "../../../ports/dialogs.ts";
import type { InWorkspace, WorkspaceFolder } from "../../../ports/workspace.ts";
import { sourceProblemText } from "../../../texts/deployablePathTexts.ts";
import { firstText, MOST_NAMED } from "../../../texts/listTexts.ts";
import { likeliest, type LikeliestFile } from "../../source/builtFiles.ts";
import { numberText } from "../../../texts/numberTexts.ts";
import { prepareFile, readBuiltFile, type BuiltFile } from "../../deployFile.ts";
import { SourceError } from "../../sourceFiles.ts";
import type { BroughtFile } from "../../targetKind.ts";
import { broughtAs, targetKindFor } from "../../targetKinds.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import type { DeploymentServer } from "../deploymentServer.ts";
import type { ComparedWithServer, DeploymentSource, LocalSource } from "./deploymentSource.ts";
import { compared, type RunningScript } from "../deployServices.ts";
import { placeOfFile, withFile, type FileTarget } from "../foundPlace.ts";
import { readSteps } from "../readSteps.ts";

interface LocalFile extends LocalSource {
  readonly built: BuiltFile;
}

/** Says which file of this computer is deployed, and in a sentence why, where nobody chose it; `undefined`: the person turned away. */
export type FileChoice = (
  services: InWorkspace & Talking,
  first: StatedDeployment,
  brought: BroughtFile,
  /** A person sees which one it is before it is sent. */
  isSeen: boolean,
) => Promise<{ readonly file: string; readonly sentence?: string } | undefined>;

/** A file of this computer. */
export function fileSource(choose: FileChoice): DeploymentSource<LocalFile> {
  return {
    async find(_services, server, to) {
      const found = withFile(to);
      return {
        alsoServes: [],
        compare: async (own, asked, { built }) => compareFile(own, server, { ...found, to: asked }, built),
      };
    },
    async read(services, first, { by, say }) {
      const { deployment } = first;
      const chosen = await choose(services, first, broughtAs(targetKindFor(deployment), "file"), by === undefined);
      if (chosen === undefined) return undefined;
      const { file, sentence } = chosen;
      if (sentence !== undefined) say?.(sentence);
      return { deployment, shownPath: shownPath(services, file), built: await readLocal(services, file) };
    },
  };
}

/** Compares a file with the target's own. */
async function compareFile(
  services: RunningScript,
  server: DeploymentServer,
  own: FileTarget,
  local: BuiltFile,
): Promise<ComparedWithServer> {
  const { to, brought } = own;
  return compared(
    services,
    to,
    async (context) => {
      const place = await placeOfFile(context, own);
      const steps = await readSteps(context, { to, place }, server);
      const call = context.callFor(context.signal);
      const sharedBy = (await brought.sharedBy?.(call, to.row)) ?? [];
      const { mustRun = false } = brought;
      const given = { name: server.deployment.name, project: to.target.label, local, place };
      const file = { ...given, mustRun, sharedBy, steps: steps?.seen.steps ?? [] };
      return { prepared: await prepareFile(context, file), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}

/** Reads a file of the workspace. Ends the command with a sentence if it leads out of it. */
async function readLocal({ dialogs, workspace }: InWorkspace & Talking, file: string): Promise<BuiltFile> {
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
  glob: string,
): Promise<LikeliestFile> {
  const [first, ...others] = (await Promise.all(folders.map(async (folder) => workspace.files(folder, glob)))).flat();
  if (first === undefined) throw new CommandAborted(l10n.t("No file matches {0}. Nothing was sent.", glob));
  return likeliest([first, ...others], glob);
}

/** The file that a deployment means, and which one that is as a sentence. Ends the command where nobody sees it before, and that is not sure. */
export const latestFile: FileChoice = async (services, { folder, deployment }, brought, isSeen) => {
  const glob = brought.globIn(deployment);
  const { ranked, isSure } = await matchingFiles(services, [folder], glob);
  if (!isSure && !isSeen)
    throw new CommandAborted(
      unsureText(
        glob,
        ranked.map((each) => relative(folder.path, each)),
      ),
    );
  const [file, ...others] = ranked;
  const path = relative(folder.path, file);
  const sentence =
    others.length === 0
      ? l10n.t("The file is {0}.", path)
      : l10n.t("The file is {0}, the likeliest of {1} that match {2}.", path, numberText(ranked.length), glob);
  return { file, sentence };
};

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
