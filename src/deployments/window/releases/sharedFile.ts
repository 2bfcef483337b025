import { lstat, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as l10n from "@vscode/l10n";
import { visibleText } from "../../../characters/plainText.ts";
import type { Acting } from "../../../commands/context/acting.ts";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import { offer } from "../../../commands/context/showFailure.ts";
import type { Fix } from "../../../commands/context/telling.ts";
import { isReached } from "../../../actions/outcomeKinds.ts";
import type { Editing } from "../../../ports/workbench.ts";
import type { FilePlace } from "../../../serverFiles/filePlace.ts";
import { runChanges } from "../../../serverFiles/window/fileCommands.ts";
import { savingOf, uploadOf, type ChangingFiles, type FileChange } from "../../../serverFiles/window/changeFiles.ts";
import { missingSharedText } from "../../../texts/releaseTexts.ts";
import { deploymentProblemOf } from "../../deploymentError.ts";
import type { FolderDeployment } from "../../deploymentSetting.ts";
import type { Place } from "../../place.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import type { DeployTo } from "../../targetNow.ts";

/** Most bytes of a sample that a new file begins with. */
const MOST_OF_SAMPLE = 64 * 1024;

/** A file that all releases are to share, and that the website does not have yet. */
interface MissingFile {
  /** Its path below the website's root. */
  readonly path: string;
  readonly at: FilePlace;
  /** Where this computer has it; it stays out of deployments by its name. */
  readonly local: string | undefined;
  /** Where this computer has a sample of it. */
  readonly sample: string | undefined;
}

/** Ends a deployment of which the releases share a file that is not there yet. */
export class SharedFileMissing extends CommandAborted {
  readonly missing: MissingFile;

  constructor(missing: MissingFile) {
    const isHere = missing.local !== undefined;
    super(missingSharedText(missing.path, posix.dirname(missing.at.path), isHere));
    this.missing = missing;
  }
}

/** Reads for a release; where a file lacks that is shared, throws `SharedFileMissing`, which can be helped. */
export async function withSharedFiles<Result>(
  { folder, deployment }: StatedDeployment<FolderDeployment>,
  { panel }: DeployTo,
  { root }: Pick<Place, "root">,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const problem = deploymentProblemOf(error);
    if (problem?.kind !== "release" || problem.why !== "sharedMissing") throw error;
    const { path } = problem;
    const here = join(folder.path, deployment.source, path);
    throw new SharedFileMissing({
      path,
      at: { panelId: panel.id, path: posix.join(root, path) },
      local: await fileAt(here),
      sample: await fileAt(`${here}.example`),
    });
  }
}

async function fileAt(path: string): Promise<string | undefined> {
  const isFile = await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? path : undefined;
}

/** Shows that a shared file is missing, with buttons that bring it. @param again deploys once it is there */
export function offerSharedFile(
  services: Acting & ChangingFiles & Editing,
  { message, missing }: SharedFileMissing,
  again: Fix,
): void {
  const { path, at, local, sample } = missing;
  const name = visibleText(path);
  const bring = async (change: FileChange) => {
    const [finished] = await runChanges(services, at.panelId, [change], { isQuiet: true });
    return finished !== undefined && isReached(finished.outcome);
  };
  const tellThere = (text: string) =>
    offer(services, { severity: "information", message: text, names: [name] }, [again]);
  const create: Fix = {
    label: l10n.t("Create {0}…", name),
    async run() {
      const bytes = sample === undefined ? new Uint8Array() : await readFile(sample);
      const isSample = bytes.length <= MOST_OF_SAMPLE;
      if (!(await bring(savingOf(at.path, isSample ? bytes : new Uint8Array(), "new")))) return;
      await services.editors.openFile(at);
      tellThere(
        l10n.t("{0} is on the server now. Write into it what the website needs, save it, and deploy again.", name),
      );
    },
  };
  const upload = (from: string): Fix => ({
    label: l10n.t("Upload This Folder's {0}…", name),
    async run() {
      const question = l10n.t("Upload {0} as it is on this computer?", name);
      const detail = [
        l10n.t("On this computer: {0}", visibleText(from)),
        l10n.t("On the server: {0}", visibleText(at.path)),
        l10n.t("It may have passwords that are only for this computer."),
        l10n.t("Until the release is served, visitors may be able to read what lies in the website's directory."),
      ];
      if (!(await services.dialogs.ask(question, detail.join("\n"), l10n.t("Upload")))) return;
      if (await bring(uploadOf(from, at.path))) tellThere(l10n.t("{0} is on the server now.", name));
    },
  });
  const fixes = local === undefined ? [create] : [create, upload(local)];
  offer(services, { severity: "warning", message, names: [name, at.path] }, fixes);
}
