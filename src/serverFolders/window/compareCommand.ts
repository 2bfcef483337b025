import * as l10n from "@vscode/l10n";
import { bytesText } from "../../characters/bytesText.ts";
import { visibleText } from "../../characters/plainText.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { fileRows } from "../../deployments/window/fileRows.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import type { ChoosingFiles, Copying, Editing } from "../../ports/workbench.ts";
import { nameOf, pathIn } from "../../serverFiles/filePlace.ts";
import { compareFile } from "../../serverFiles/window/fileCommands.ts";
import type { Timed } from "../../storage/ports.ts";
import { comparisonText, folderEndText, notComparedText } from "../../texts/folderTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { compareFolders, type ComparedPath, type FolderComparison, type NotCompared } from "../compareFolders.ts";
import { localPlace, MOST_FILES, TooManyFiles } from "../localFolder.ts";
import { isText, textOfPath } from "../records.ts";
import { directoryArgument, fileOfRow, type NamedDirectory } from "./rowDirectory.ts";
import { type RunningFolderJobs, withFolderJobs } from "./runningFolderJobs.ts";

/** Comparing directories of servers with folders of this computer. */
export interface ComparingFolders extends ChoosingFiles, Copying, Editing, RunningFolderJobs {}

/** Comparing files of servers, too. */
interface ComparingFiles extends ComparingFolders, Timed {}

/** What a person does with a comparison. */
type Choice = { readonly kind: "copy" } | { readonly kind: "diff"; readonly compared: ComparedPath };

/** *Compare…* on a website, a project or a directory: with a folder of this computer. On a file: with another state of it. */
export const compareRow: Handler<ComparingFiles> = async (services, args) => {
  const file = fileOfRow(services, args);
  if (file !== undefined) return compareFile(services, file);
  const directory = directoryArgument(services, args);
  if (directory === undefined) return;
  const title = l10n.t("Compare with Folder");
  const [folder] = await services.fileDialogs.openLocal(title, "folder");
  if (folder === undefined) return;
  const comparison = await compare(services, directory, folder);
  await show(services, directory, folder, comparison);
};

async function compare(
  services: RunningFolderJobs,
  { panelId, path, label }: NamedDirectory,
  folder: string,
): Promise<FolderComparison> {
  const steps = {
    listing: l10n.t("listing the folder"),
    asking: l10n.t("waiting for the server"),
    hashing: l10n.t("hashing files of the folder"),
  };
  const compared = await services.dialogs
    .progress(l10n.t("Comparing “{0}” with a folder", label), async (signal, report) =>
      withFolderJobs(services, panelId, signal, async (jobs) =>
        compareFolders(jobs, { directory: path, folder }, signal, ({ phase, files }) =>
          report(l10n.t("{0} ({1} files)", steps[phase], numberText(files))),
        ),
      ),
    )
    .catch((error: unknown) => {
      if (isTooMany(error))
        throw new CommandAborted(
          l10n.t("The folder has more than {0} files. Choose a folder in it.", numberText(MOST_FILES)),
        );
      throw error;
    });
  if (compared.kind === "ended") throw new CommandAborted(folderEndText(compared.end, path));
  return compared.comparison;
}

function isTooMany(error: unknown): boolean {
  return error instanceof TooManyFiles || (error instanceof Error && error.cause instanceof TooManyFiles);
}

/** Shows what differs until the person turns away; the list comes back after each difference. */
async function show(
  services: ComparingFolders,
  directory: NamedDirectory,
  folder: string,
  comparison: FolderComparison,
): Promise<void> {
  const { clipboard, dialogs, editors } = services;
  let typed = "";
  for (;;) {
    const choice = await dialogs.live<Choice>({
      title: l10n.t("“{0}” and “{1}”", directory.label, visibleText(folder)),
      placeholder: l10n.t("Enter shows a difference; type to find a file"),
      value: typed,
      open: (box) => ({
        typed(text) {
          typed = text;
          box.show({ rows: comparisonRows(comparison, text), isBusy: false });
        },
        taken: () => true,
        closed: () => undefined,
      }),
    });
    if (choice === undefined) return;
    if (choice.kind === "copy") {
      await clipboard.write(comparisonList(comparison));
      dialogs.mention(l10n.t("The list was copied."));
      continue;
    }
    const { path } = choice.compared;
    if (!isText(path)) {
      const name = visibleText(textOfPath(path));
      dialogs.mention(l10n.t("“{0}” has bytes in its name that are no text, so that it cannot be opened.", name), [
        name,
      ]);
      continue;
    }
    const there = { panelId: directory.panelId, path: pathIn(directory.path, textOfPath(path)) };
    dialogs.mention(l10n.t("Close the comparison to go on with the list."));
    await editors.compareUntilClosed(
      there,
      localPlace(folder, path).toString(),
      l10n.t("{0} (on the server and here)", nameOf(there.path)),
    );
  }
}

/** A path of a comparison, with the text that it is. */
interface Found {
  readonly path: string;
  readonly compared: ComparedPath & Partial<NotCompared>;
}

/** The rows of a comparison. @param typed what a person looks for, among all files, not only those in sight */
export function comparisonRows(comparison: FolderComparison, typed: string): readonly LiveRow<Choice>[] {
  const wanted = typed.trim().toLowerCase();
  const section = (
    heading: string,
    icon: string,
    paths: readonly Found["compared"][],
    shown: (compared: Found["compared"]) => Partial<LiveRow<Choice>>,
  ) => {
    const found = paths.map((compared) => ({ path: textOfPath(compared.path), compared }));
    const matching = found.filter(({ path }) => path.toLowerCase().includes(wanted));
    return fileRows<Found, Choice>(heading, icon, matching, ({ compared }) => shown(compared));
  };
  const size = (bytes: number | undefined) => (bytes === undefined ? "" : bytesText(bytes));
  const summary: LiveRow<Choice> = {
    id: "copy",
    label: l10n.t("Copy List"),
    description: comparisonText(comparison),
    icon: "copy",
    value: { kind: "copy" },
    isAlwaysShown: true,
  };
  return [
    summary,
    ...unlistedRows(comparison),
    ...section(l10n.t("Different; Enter shows how"), "diff-modified", comparison.different, (compared) => ({
      description: differenceText(compared),
      value: { kind: "diff", compared },
    })),
    ...section(l10n.t("Only on This Computer"), "diff-added", comparison.onlyHere, ({ here }) => ({
      description: size(here),
    })),
    ...section(l10n.t("Only on the Server"), "diff-removed", comparison.onlyThere, ({ there }) => ({
      description: size(there),
    })),
    ...section(l10n.t("Not Compared"), "circle-slash", comparison.notCompared, ({ why }) => ({
      description: why === undefined ? "" : notComparedText(why),
    })),
  ];
}

function differenceText({ here = 0, there = 0 }: ComparedPath): string {
  if (here === there) return bytesText(here);
  return l10n.t("{0} here, {1} on the server", bytesText(here), bytesText(there));
}

/** That something may be missing from the lists. */
function unlistedRows({ unlistedHere, unlistedThere }: FolderComparison): readonly LiveRow<never>[] {
  const row = (id: string, label: string): LiveRow<never> => ({ id, label, icon: "warning", isAlwaysShown: true });
  return [
    ...(unlistedThere > 0
      ? [
          row(
            "unlistedThere",
            l10n.t(
              "{0} directories of the server could not be read: nothing is known of files in them",
              numberText(unlistedThere),
            ),
          ),
        ]
      : []),
    ...(unlistedHere > 0
      ? [
          row(
            "unlistedHere",
            l10n.t(
              "{0} paths of the folder could not be read: nothing is known of files there",
              numberText(unlistedHere),
            ),
          ),
        ]
      : []),
  ];
}

/** The whole comparison as text, a line each. */
export function comparisonList({ different, onlyHere, onlyThere, notCompared }: FolderComparison): string {
  const lines = (mark: string, paths: readonly ComparedPath[]) =>
    paths.map(({ path }) => `${mark}\t${visibleText(textOfPath(path))}`);
  return [
    ...lines(l10n.t("different"), different),
    ...lines(l10n.t("only here"), onlyHere),
    ...lines(l10n.t("only on the server"), onlyThere),
    ...lines(l10n.t("not compared"), notCompared),
    "",
  ].join("\n");
}
