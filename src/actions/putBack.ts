import type { Call } from "../resources/resource.ts";
import type { ConfigurationCheck } from "../serverFiles/brokenConfiguration.ts";
import { webServerCalled } from "../serverFiles/configuredServices.ts";
import { FileError } from "../serverFiles/fileError.ts";
import { saveFile } from "../serverFiles/saveFile.ts";
import { ServerFiles } from "../serverFiles/serverFiles.ts";
import { checkWebServer } from "../serverFiles/webServerCheck.ts";
import type { Clock } from "../storage/ports.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";
import type { ActionPanel } from "./actionRequest.ts";
import type { Outcome, Phase } from "./outcome.ts";
import { sha1Of } from "../serverFiles/sha1Of.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** Files as they were before a change, by their paths. */
export type KeptFiles = ReadonlyMap<string, Uint8Array>;

/** Files that could not be kept before a change, which is not sent then. */
type NotKept = Extract<Outcome, { readonly kind: "prevented" }>;

/** Reads files that a change may replace; what is not there is not kept. Throws `PanelError`. */
export async function keepFiles(files: ServerFiles, paths: readonly string[]): Promise<KeptFiles | NotKept> {
  const stats = await files.stat(paths);
  const kept = new Map<string, Uint8Array>();
  try {
    for (const path of paths) if (stats.get(path)?.kind === "file") kept.set(path, await files.read(path));
    return kept;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { kind: "prevented", problem: error.problem, why: "notKept" };
  }
}

interface Ending {
  readonly panel: Pick<ActionPanel, "callFor">;
  readonly clock: Clock;
  readonly kept: KeptFiles;
  readonly report: (phase: Phase) => Promise<void>;
}

/**
 * The end of a change to what a web server loads. Where the web server refuses its configuration then, or the panel has refused the
 * change and made some of it all the same, the files of before are put back, and the configuration is checked again: what is still
 * refused was refused before. The files are written, since a panel's own call changes nothing while the configuration is refused
 * (docs/protocol.md 9.15).
 */
export async function endWithWebServer(outcome: Outcome, { panel, clock, kept, report }: Ending): Promise<Outcome> {
  const isRejected = outcome.kind === "failed" && outcome.failure.kind === "rejected";
  // nothing was sent
  if (outcome.kind === "failed" && !isRejected) return outcome;
  // a web server that refuses its configuration is no end, whoever cancels
  const signal = neverAborted;
  const call = panel.callFor(signal);
  const check = await checkOf(call);
  const broken = typeof check === "object" ? check : undefined;
  if (broken === undefined && !isRejected) {
    if (check === "fine" || outcome.kind !== "done") return outcome;
    return { ...outcome, why: "unchecked" };
  }
  const cause = outcome.kind === "failed" ? { cause: outcome.failure } : {};
  try {
    await report("goingBack");
    if (!(await putBack(new ServerFiles(call, clock, signal), kept))) return outcome;
  } catch (error) {
    const reason = error instanceof FileError ? { problem: error.problem } : { unwritten: panelFailureOf(error) };
    return {
      kind: "wentWrong",
      evidence: undefined,
      ...cause,
      why: "notPutBack",
      ...(broken && { broken }),
      ...reason,
    };
  }
  const again = await checkOf(call);
  const end = { kind: "rolledBack", evidence: undefined, ...cause } as const;
  if (typeof again === "object") return { ...end, why: "brokenBefore", broken: again };
  if (again === "unknown") return { ...end, why: "putBackUnchecked", ...(broken && { broken }) };
  return broken === undefined ? { ...end, why: "refusedHalfway" } : { ...end, why: "brokeWebServer", broken };
}

/** Has the web server of a panel check its configuration. Never throws: `unknown` where that cannot be done. */
async function checkOf(call: Call): Promise<ConfigurationCheck> {
  try {
    const { rows } = await call("service.list", {});
    const server = rows.map(({ name }) => webServerCalled(name)).find((name) => name !== undefined);
    return server === undefined ? "unknown" : await checkWebServer(call, server);
  } catch (error) {
    panelFailureOf(error);
    return "unknown";
  }
}

/** Writes back what is no longer as it was kept; whether anything was not. */
async function putBack(files: ServerFiles, kept: KeptFiles): Promise<boolean> {
  let isChanged = false;
  for (const [path, bytes] of kept) {
    const now = await files.remote.hash(path);
    if (now === sha1Of(bytes)) continue;
    await saveFile(files, path, bytes, now === undefined ? "new" : { sha1: now });
    isChanged = true;
  }
  return isChanged;
}
