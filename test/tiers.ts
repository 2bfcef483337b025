import { hasServer } from "../scripts/paths.ts";
import { optionalApis } from "../src/platform/optionalApis.ts";

/** A group of tests with one kind of surroundings. */
export interface Tier {
  readonly name: TierName;
  /** After this many seconds a run is ended; beside busy cores it takes several times as long as alone. */
  readonly deadline: number;
  readonly needsBuild: boolean;
  /** Whether it needs VS Code's server from npm. */
  readonly needsServer: boolean;
  /** Whether its temporary files are kept in memory, where there is enough; a VS Code of its own has too many. */
  readonly keepsInMemory: boolean;
  /** What the project's Node runs; but for those of desktops, any two runs may go side by side. */
  readonly runs: readonly (readonly string[])[];
}

/**
 * `live` compares what the product claims with the server, `chinese` is a short host tier in that language, `forks` one in editors that
 * lack something of VS Code's API, `desktop` the host tier's suite in downloaded desktop VS Codes.
 */
export type TierName = "unit" | "live" | "host" | "chinese" | "forks" | "ui" | "desktop";

/** The oldest supported VS Code (`engines.vscode`) and the newest; `VSCODE_VERSION` picks another. */
const { VSCODE_VERSION: chosen = "" } = process.env;
const desktopVersions = chosen === "" ? ["1.105.0", "stable"] : [chosen];

/** What each run of the tier `forks` takes away: a namespace, one thing that a part needs; and where it leaves a stub that throws. */
const takenAway = [
  "vscode.lm",
  ...Object.values(optionalApis).flatMap(({ needs }) => needs),
  "!vscode.lm.registerTool",
];

/** The UI tier's files go to this many runs, each with a VS Code of its own. */
const UI_PARTS = 2;

/** What a running panel takes at most; demo panels take a part of it. */
const LIVE_SECONDS = 5_400;
const runningPanels = Object.keys(process.env).filter((name) => /^SERVER_PANEL_LIVE_[A-Z]+$/.test(name));

/**
 * c8, which fails where too little of the code is covered. Sweeps run without it: it takes twice their time, and what a mass of inputs
 * meets by chance is not what a test shows.
 */
const MEASURING = ["node_modules/c8/bin/c8.js", process.execPath];

const inServer = { deadline: 900, needsBuild: true, needsServer: true, keepsInMemory: false };

const tiers: Readonly<Record<TierName, Omit<Tier, "name">>> = {
  unit: {
    deadline: 1_800,
    needsBuild: false,
    needsServer: false,
    keepsInMemory: true,
    runs: [
      [...MEASURING, "test/runInNode.ts", "unit", "others"],
      ["test/runInNode.ts", "unit", "sweeps"],
    ],
  },
  live: {
    deadline: LIVE_SECONDS * Math.max(1, runningPanels.length),
    needsBuild: hasServer,
    needsServer: hasServer,
    keepsInMemory: true,
    runs: [["test/runInNode.ts", "live"], ...(hasServer ? [["test/liveHost/runLiveHost.ts"]] : [])],
  },
  host: { ...inServer, runs: [["test/host/runHost.ts"]] },
  chinese: { ...inServer, runs: [["test/chinese/runChinese.ts"]] },
  forks: { ...inServer, runs: takenAway.map((name) => ["test/forks/runForks.ts", name]) },
  ui: {
    ...inServer,
    runs: Array.from({ length: UI_PARTS }, (_, part) => ["test/runInNode.ts", "ui", `${part}/${UI_PARTS}`]),
  },
  desktop: {
    // with the download
    deadline: 900,
    needsBuild: true,
    needsServer: false,
    keepsInMemory: false,
    runs: desktopVersions.map((version) => ["test/host/runHost.ts", version]),
  },
};

/**
 * The tiers with these names; with none, all that the platform has, in the order in which they begin: what takes longest
 * first. Throws on a name that is none.
 * @param areTestsChosen whether only some of their tests run, which cover next to nothing
 */
export function chooseTiers(names: readonly string[], areTestsChosen: boolean): readonly Tier[] {
  const all: readonly TierName[] = hasServer
    ? ["host", "ui", "unit", "live", "forks", "chinese"]
    : ["unit", "live", "desktop"];
  const known: readonly TierName[] = [...all, "desktop"];
  return (names.length > 0 ? names : all).map((wanted) => {
    const name = known.find((tier) => tier === wanted);
    if (name === undefined) throw new Error(`"${wanted}" is no tier of this platform, which has ${known.join(", ")}`);
    return {
      name,
      ...tiers[name],
      ...(name === "unit" && areTestsChosen && { runs: [["test/runInNode.ts", "unit"]] }),
    };
  });
}
