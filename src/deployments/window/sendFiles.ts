import { basename, relative, resolve, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Choice } from "../../ports/dialogs.ts";
import { numberText } from "../../texts/numberTexts.ts";
import type { FolderDeployment } from "../deploymentSetting.ts";
import { releaseSettingOf } from "../releases/releaseFields.ts";
import { isWithin } from "../sourceFiles.ts";
import {
  isFile,
  isOfFolder,
  onePerDeployment,
  serversOf,
  statedDeployments,
  wholeChoiceOf,
} from "./chooseDeployment.ts";
import { deployAndShow, type DeployingRows } from "./deployAndShow.ts";
import { deployedBefore, earlierText, type EarlierDeployment } from "./earlier/deployedBefore.ts";
import type { StatedDeployment } from "./deploymentServer.ts";
import { folderSource, partSource } from "./sources/folderSource.ts";

/**
 * *Deploy This File* in the editor, its tab and the Explorer: sends files as a part of the folder of a deployment that has them. What an
 * editor has not saved is saved before.
 */
export const sendFiles: Handler<DeployingRows> = async (services, [clicked, selected]) => {
  const files = filesMeant(services, clicked, selected);
  const [file, ...others] = files;
  if (file === undefined) throw new CommandAborted(l10n.t("The editor in front has no file of this computer."));
  const has = (stated: StatedDeployment<FolderDeployment>) =>
    files.every((path) => pathInSource(stated, path) !== undefined);
  const all = statedDeployments(services);
  const fitting = onePerDeployment(all).filter(isOfFolder).filter(has);
  const earlier = deployedBefore(services).filter(({ server }) => has(server));
  if (fitting.length + earlier.length === 0)
    throw new CommandAborted(
      others.length === 0
        ? l10n.t("No deployment has “{0}”. Deploy its folder once, and save that as a deployment.", basename(file))
        : l10n.t("No deployment has all of these {0} files.", numberText(files.length)),
    );
  for (const path of files)
    if (!(await services.workspace.saveFile(path)))
      throw new CommandAborted(l10n.t("“{0}” was not saved, so it was not deployed.", basename(path)));
  const title =
    others.length === 0 ? l10n.t("Deploy “{0}”", basename(file)) : l10n.t("Deploy {0} Files", numberText(files.length));
  const known: readonly Choice<StatedDeployment | EarlierDeployment>[] = [
    ...earlier.map((each) => ({ ...earlierText(each), icon: "history", value: each })),
    ...fitting.map(wholeChoiceOf),
  ];
  const chosen =
    known.length === 1 ? known[0]?.value : await services.dialogs.pick(title, l10n.t("Which deployment?"), known);
  if (chosen === undefined) return;
  const servers = "server" in chosen ? ([chosen.server] as const) : await serversOf(services, all, chosen, title);
  if (servers === undefined) return;
  const [first] = servers;
  if (!isOfFolder(first)) throw new TypeError("a folder was chosen");
  await deployAndShow(services, sourceOfPart(first, files), servers);
};

/** The files that were clicked or selected in the Explorer, or the one in the editor in front. */
function filesMeant({ workspace }: DeployingRows, clicked: unknown, selected: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files = all.filter(isFile).map(({ fsPath }) => fsPath);
  const inFront = workspace.fileInFront();
  if (files.length > 0 || inFront === undefined) return files;
  return [inFront];
}

/** A file's path in the folder of a deployment, with `/`; `undefined`: it is not in it. */
function pathInSource({ folder, deployment }: StatedDeployment<FolderDeployment>, file: string): string | undefined {
  const source = resolve(folder.path, deployment.source);
  if (file === source || !isWithin(source, file)) return undefined;
  return relative(source, file).replaceAll(sep, "/");
}

/** Some files of a folder; the whole folder where it becomes a release, which is never a part. */
function sourceOfPart(stated: StatedDeployment<FolderDeployment>, files: readonly string[]) {
  if (releaseSettingOf(stated.deployment) !== undefined) return folderSource;
  return partSource(files.flatMap((file) => pathInSource(stated, file) ?? []));
}
