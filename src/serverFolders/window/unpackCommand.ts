import * as l10n from "@vscode/l10n";
import type { Acting } from "../../commands/context/acting.ts";
import { forPanel } from "../../commands/context/askPanel.ts";
import { nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { PanelIsReadOnly } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { showOutcomes } from "../../commands/context/runAndTell.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import type { UnpackInput } from "../../resources/files/fileInput.ts";
import { nameOf } from "../../serverFiles/filePlace.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import {
  changeFiles,
  type ChangingFiles,
  type FileChange,
  mayChangeFiles,
  throwUnlessDone,
} from "../../serverFiles/window/changeFiles.ts";
import { lookIntoArchive, type SeenArchive, unpackArchive } from "../unpackArchive.ts";
import { type RunningFolderJobs, withFolderJobs } from "./runningFolderJobs.ts";

/** Unpacking archives of servers. */
export interface UnpackingArchives extends Acting, ChangingFiles, RunningFolderJobs {}

/** *Unpack Here…* on an archive: looks into it, asks with what was seen, and unpacks it into a new directory beside it. */
export const unpackHere: Handler<UnpackingArchives> = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type !== "file") return;
  const { panelId, path } = node;
  const panel = panelOf(services, panelId);
  mayChangeFiles(services.workspace);
  if (!mayChange(panel.guardLevel)) throw new PanelIsReadOnly(panel);
  const seen = await services.dialogs.progress(
    l10n.t("Looking into “{0}”", node.label),
    async (signal) =>
      withFolderJobs(services, panelId, signal, async (jobs) =>
        lookIntoArchive(jobs, new RemoteFiles(jobs.context.callFor(signal), services.clock, signal), path),
      ),
    "beforeQuestion",
  );
  const finished = await forPanel(panel, async () =>
    changeFiles(services, panel, [unpackingOf(services, panelId, seen)], { alwaysAsk: true }),
  );
  for (const each of finished) if (each.outcome.kind === "prevented") throwUnlessDone(each);
  await showOutcomes(services, finished, true);
};

/** The change that unpacks an archive as it was seen. */
export function unpackingOf(services: RunningFolderJobs, panelId: string, seen: SeenArchive): FileChange {
  return {
    verb: "unpack",
    path: seen.path,
    input: { unpack: unpackInput(seen) },
    besides: [nameOf(seen.into)],
    async perform(_, { report, signal }) {
      // once the new directory has its name, nothing ends it
      const ending = new AbortController();
      const end = () => ending.abort(signal.reason);
      if (signal.aborted) end();
      signal.addEventListener("abort", end);
      report("unpacking");
      try {
        await withFolderJobs(services, panelId, ending.signal, async (jobs) =>
          unpackArchive(jobs, seen, () => {
            signal.removeEventListener("abort", end);
            report("placing");
          }),
        );
      } finally {
        signal.removeEventListener("abort", end);
      }
    },
  };
}

function unpackInput({ plan, into }: SeenArchive): UnpackInput {
  const { files, directories, bytes, links, special } = plan;
  return { files: files.size, directories: directories.size, bytes, into, links, special };
}
