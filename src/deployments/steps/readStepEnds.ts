import { posix } from "node:path";
import type { StepEnd } from "../../actions/deploymentEnd.ts";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { readStepRun } from "../exchange/exchangeResult.ts";
import { stepDirectory } from "../exchange/stepFiles.ts";
import type { Place } from "../place.ts";
import { stepEndOf } from "./runSteps.ts";
import type { NamedStep } from "./namedStep.ts";
import { unlessGone } from "../siteState.ts";

/** Longer than what the script writes of an end. */
const LONGEST_END = 100;

/** How the steps of an exchange have ended by now, as the server has written it down. Throws `PanelError`. */
export async function readStepEnds(
  files: RemoteFiles,
  { site }: Pick<Place, "site">,
  id: string,
  steps: readonly NamedStep[],
): Promise<readonly StepEnd[]> {
  if (steps.length === 0) return [];
  const at = (index: number, name: string) => posix.join(site, id, stepDirectory({ index, turn: "after" }), name);
  const found = await files.look(steps.flatMap((_step, index) => [at(index, "begun"), at(index, "rc")]));
  return Promise.all(
    steps.map(async ({ name, when, seconds }, index): Promise<StepEnd> => {
      const file = at(index, "rc");
      const bytes = found.has(file)
        ? await unlessGone(files, file, async () => files.read(file, 0, LONGEST_END))
        : undefined;
      const ran = readStepRun(new TextDecoder().decode(bytes).trim());
      if (ran !== undefined) return { name, when, ...stepEndOf(ran, seconds) };
      return { name, when, end: { kind: found.has(at(index, "begun")) ? "unknown" : "notBegun" } };
    }),
  );
}
