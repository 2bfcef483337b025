import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { bytesText } from "../../characters/bytesText.ts";
import { visibleText } from "../../characters/plainText.ts";
import { sentences } from "../../characters/sentences.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { ChoosingFiles } from "../../ports/workbench.ts";
import { nameOf } from "../../serverFiles/filePlace.ts";
import { downloadTo } from "../../serverFiles/window/fileCommands.ts";
import { localError } from "../../serverFiles/serverFiles.ts";
import type { Timed } from "../../storage/ports.ts";
import { codeOf } from "../../storage/fileSystem.ts";
import { folderEndText, notWrittenText } from "../../texts/folderTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { CountedBudget, MoreThanCounted } from "../countedBudget.ts";
import { fetchDirectory, type Measured, measureDirectory, type Packed } from "../packDirectory.ts";
import { unpackLocally } from "../unpackLocally.ts";
import { directoryArgument, fileOfRow, type NamedDirectory } from "./rowDirectory.ts";
import { type RunningFolderJobs, withFolderJobs } from "./runningFolderJobs.ts";

/** Downloading directories of servers. */
export interface DownloadingDirectories extends ChoosingFiles, RunningFolderJobs {}

/** *Download…* on a website, a project, a directory or a file. */
export const downloadRow: Handler<DownloadingDirectories & Timed> = async (services, args) => {
  const file = fileOfRow(services, args);
  if (file !== undefined) return downloadTo(services, file);
  const directory = directoryArgument(services, args);
  if (directory === undefined) return;
  const measured = await measure(services, directory);
  const how = await askHow(services, directory, measured);
  const budget = new CountedBudget(measured);
  try {
    if (how === "archive") await keepArchive(services, directory, budget);
    if (how === "unpack") await unpack(services, directory, budget);
  } catch (error) {
    if (!(error instanceof MoreThanCounted)) throw error;
    throw new CommandAborted(
      l10n.t("There is far more in the archive than was counted on the server. Nothing was kept."),
    );
  }
};

async function measure(services: RunningFolderJobs, { panelId, path, label }: NamedDirectory): Promise<Measured> {
  const answer = await services.dialogs.progress(
    l10n.t("Measuring “{0}”", label),
    async (signal) => withFolderJobs(services, panelId, signal, async (jobs) => measureDirectory(jobs, path)),
    "beforeQuestion",
  );
  if (answer.kind === "ended") throw new CommandAborted(folderEndText(answer.end, path));
  return answer.measured;
}

async function askHow(
  { dialogs }: RunningFolderJobs,
  { path }: NamedDirectory,
  measured: Measured,
): Promise<"unpack" | "archive" | undefined> {
  const { files, bytes, links, others, unlisted, free } = measured;
  const detail = sentences(
    l10n.t("Files: {0}, together {1}.", numberText(files), bytesText(bytes)),
    l10n.t(
      "The server packs it into an archive, for which {0} are free there, and keeps nothing of it.",
      bytesText(free),
    ),
    links > 0 && l10n.t("Its {0} links are only in the archive: they are not unpacked.", numberText(links)),
    others > 0 && l10n.t("{0} of its entries are no files.", numberText(others)),
    unlisted > 0 && l10n.t("{0} of its directories cannot be read.", numberText(unlisted)),
  );
  return dialogs.choose<"unpack" | "archive">(
    l10n.t("Download “{0}”?", visibleText(path)),
    detail,
    [
      { label: l10n.t("Download and Unpack…"), value: "unpack" },
      { label: l10n.t("Download Archive…"), value: "archive" },
    ],
    [path],
  );
}

const localNameOf = (path: string) => (path === "/" ? "server" : nameOf(path)).replaceAll(/[<>:"|?*\\]/g, "_");

async function keepArchive(
  services: DownloadingDirectories,
  directory: NamedDirectory,
  budget: CountedBudget,
): Promise<void> {
  const file = await services.fileDialogs.saveLocal(
    l10n.t("Download Archive"),
    `${localNameOf(directory.path)}.tar.gz`,
  );
  if (file === undefined) return;
  const part = `${file}.${randomUUID()}.part`;
  const packed = await fetchTo(services, directory, { file: part, budget });
  try {
    await rename(part, file);
  } catch (error) {
    throw localError(error, file);
  } finally {
    await rm(part, { force: true });
  }
  await tell(services, directory, packed, l10n.t("“{0}” was downloaded as an archive.", directory.label));
}

async function unpack(
  services: DownloadingDirectories,
  directory: NamedDirectory,
  budget: CountedBudget,
): Promise<void> {
  const [parent] = await services.fileDialogs.openLocal(l10n.t("Download into Folder"), "folder");
  if (parent === undefined) return;
  const archive = join(parent, `.${randomUUID()}.part`);
  const target = await newDirectory(parent, localNameOf(directory.path));
  let isWhole = false;
  try {
    const packed = await fetchTo(services, directory, { file: archive, budget });
    const unpacked = await services.dialogs.progress(
      l10n.t("Unpacking “{0}”", directory.label),
      async (signal, report) =>
        unpackLocally(archive, target, {
          budget,
          signal,
          onFile: (files) => report(l10n.t("{0} files", numberText(files))),
        }),
    );
    isWhole = true;
    const done = l10n.t(
      "“{0}” is in {1}. Files: {2}.",
      directory.label,
      visibleText(target),
      numberText(unpacked.files),
    );
    await tell(services, directory, packed, sentences(done, notWrittenText(unpacked)));
  } finally {
    await rm(archive, { force: true });
    // what was made here is ours alone
    if (!isWhole) await rm(target, { recursive: true, force: true });
  }
}

/** Makes a directory of this name, or with a number after it: nothing that is there is touched. */
async function newDirectory(parent: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(parent, number === 1 ? name : `${name} (${number})`);
    try {
      await mkdir(path);
      return path;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw localError(error, path);
    }
  }
}

async function fetchTo(
  services: RunningFolderJobs,
  { panelId, path, label }: NamedDirectory,
  to: { readonly file: string; readonly budget: CountedBudget },
): Promise<Packed> {
  const answer = await services.dialogs.progress(l10n.t("Downloading “{0}”", label), async (signal, report) =>
    withFolderJobs(services, panelId, signal, async (jobs) =>
      fetchDirectory(jobs, path, to, (step) => {
        if (step === "packing") report(l10n.t("the server packs it…"));
        else report(l10n.t("{0} of {1}", bytesText(step.fetched), bytesText(step.size)));
      }),
    ),
  );
  if (answer.kind === "ended") throw new CommandAborted(folderEndText(answer.end, path));
  return answer.packed;
}

async function tell(
  { dialogs }: RunningFolderJobs,
  { path }: NamedDirectory,
  { trouble, missing }: Packed,
  done: string,
): Promise<void> {
  if (trouble === undefined && missing === undefined) {
    await dialogs.tell({ severity: "information", message: done, names: [path] });
    return;
  }
  const message = sentences(
    done,
    missing !== undefined &&
      l10n.t(
        "It is not whole: of what the server had counted, {0} files or directories are missing.",
        numberText(missing),
      ),
    trouble !== undefined &&
      l10n.t("Files changed while they were packed, or could not be read: “{0}”.", visibleText(trouble, 300)),
  );
  await dialogs.tell({ severity: "warning", message, names: [path] });
}
