import { availableParallelism } from "node:os";
import { hasServer } from "../scripts/paths.ts";
import { optionalApis } from "../src/platform/optionalApis.ts";
import type { Selection } from "./testFiles.ts";

/** A group of tests with one kind of surroundings. */
export interface Tier {
  readonly name: TierName;
  /** After this many seconds a run is ended; beside busy cores it takes several times as long as alone. */
  readonly deadline: number;
  /** But for those of desktops, any two may go side by side. */
  readonly runs: readonly Run[];
}

/** A process that runs tests of a tier. */
export interface Run {
  /** What the project's Node runs. */
  readonly args: readonly string[];
  /** Whether it starts a VS Code: that is installed and built first, has too many temporary files for the memory, and mostly waits. */
  readonly hasVsCode: boolean;
  /** The queue of the work that it shares with other runs of its tier, if it does. */
  readonly queue?: string;
  /** Whether what it covers of the code counts. */
  readonly isMeasured: boolean;
}

/**
 * `live` compares what the product claims with the server, `chinese` is a short host tier in that language, `forks` one in editors that
 * lack something of VS Code's API, `desktop` the host tier's suite in downloaded desktop VS Codes.
 */
export type TierName = "unit" | "live" | "host" | "chinese" | "forks" | "ui" | "desktop";

/** The oldest supported VS Code (`engines.vscode`) and the newest; `VSCODE_VERSION` picks another. */
const { VSCODE_VERSION: chosen = "" } = process.env;
const desktopVersions = chosen === "" ? ["1.105.0", "stable"] : [chosen];

/** What the runs of the tier `forks` take away: all that a part needs, with a whole namespace; and one thing that becomes a stub that throws. */
const takenAway = [
  [...Object.values(optionalApis).flatMap(({ needs }) => needs), "vscode.lm"].join(),
  "!vscode.lm.registerTool",
];

/** The host tier's files go to this many runs, each with a VS Code of its own. */
const HOST_RUNS = 2;

/** The UI tier's files go to this many runs, each with a VS Code of its own. */
const UI_RUNS = 2;

/** What a running panel takes at most; demo panels take a part of it. */
const LIVE_SECONDS = 5_400;
const runningPanels = Object.keys(process.env).filter((name) => /^SERVER_PANEL_LIVE_[A-Z]+$/.test(name));

/** A run in plain Node. */
const inNode = (...args: readonly string[]): Run => ({
  args: ["test/runInNode.ts", ...args],
  hasVsCode: false,
  isMeasured: false,
});

/** A run with a VS Code around it, or beside it. */
const inVsCode = (...args: readonly string[]): Run => ({
  args,
  hasVsCode: true,
  isMeasured: false,
});

/** The runs that share the files of the unit tier but for sweeps, or its sweeps: of these counts nothing that they cover by chance. */
const unitRuns = (kind: "others" | "sweeps"): readonly Run[] =>
  Array.from({ length: availableParallelism() }, () => ({
    ...inNode("unit", kind),
    queue: `unit-${kind}`,
    isMeasured: kind === "others",
  }));

const tiers: Readonly<Record<TierName, Omit<Tier, "name">>> = {
  unit: { deadline: 1_800, runs: [...unitRuns("others"), ...unitRuns("sweeps")] },
  live: {
    deadline: LIVE_SECONDS * Math.max(1, runningPanels.length),
    runs: [inNode("live"), ...(hasServer ? [inVsCode("test/liveHost/runLiveHost.ts")] : [])],
  },
  host: {
    deadline: 1_800,
    runs: Array.from({ length: HOST_RUNS }, (_run, number) => ({
      ...inVsCode("test/host/runHost.ts", "--run", String(number)),
      queue: "host",
    })),
  },
  chinese: { deadline: 900, runs: [inVsCode("test/chinese/runChinese.ts")] },
  forks: { deadline: 900, runs: takenAway.map((names) => inVsCode("test/forks/runForks.ts", names)) },
  ui: {
    deadline: 1_800,
    runs: Array.from({ length: UI_RUNS }, () => ({ ...inVsCode("test/runInNode.ts", "ui"), queue: "ui" })),
  },
  // with the download
  desktop: { deadline: 900, runs: desktopVersions.map((version) => inVsCode("test/host/runHost.ts", version)) },
};

/** The tiers of a selection, in the order in which they begin: what takes longest first. */
const selections: Readonly<Record<Selection, readonly TierName[]>> = hasServer
  ? {
      short: ["host", "ui", "unit"],
      rest: ["live", "ui", "host", "chinese", "unit", "forks"],
      all: ["live", "host", "ui", "chinese", "unit", "forks"],
    }
  : { short: ["unit", "desktop"], rest: ["live", "unit", "desktop"], all: ["live", "unit", "desktop"] };

/**
 * The tiers with these names; with none, all that the selection has on this platform. Throws on a name that is none.
 * @param areTestsChosen whether only some of their tests run, for which one process of the unit tier is enough
 */
export function chooseTiers(names: readonly string[], selection: Selection, areTestsChosen: boolean): readonly Tier[] {
  const known: readonly TierName[] = [...selections.all, "desktop"];
  return (names.length > 0 ? names : selections[selection]).map((wanted) => {
    const name = known.find((tier) => tier === wanted);
    if (name === undefined) throw new Error(`"${wanted}" is no tier of this platform, which has ${known.join(", ")}`);
    const { deadline, runs } = tiers[name];
    // of few files, another window costs more than it saves
    if (name === "ui" && selection === "short") return { name, deadline, runs: runs.slice(0, 1) };
    if (name !== "unit") return { name, deadline, runs };
    if (areTestsChosen) return { name, deadline, runs: [inNode("unit")] };
    return { name, deadline, runs: selection === "short" ? unitRuns("others") : runs };
  });
}
