import { hasServer } from "../scripts/paths.ts";

/** A group of tests with one kind of surroundings. */
export interface Tier {
  readonly name: TierName;
  /** How long the tier may take on 2 cores, in seconds; told at the end, not enforced. */
  readonly budget: number;
  /** After this many seconds the tier's processes are ended. */
  readonly deadline: number;
  readonly needsBuild: boolean;
  /** Whether it needs VS Code's server from npm. */
  readonly needsServer: boolean;
  /** What the project's Node runs, once for each entry. */
  readonly runs: readonly (readonly string[])[];
}

/**
 * `live` compares what the product claims with the server, `chinese` is a short host tier in that language, `desktop` the
 * host tier's suite in downloaded desktop VS Codes.
 */
export type TierName = "unit" | "live" | "host" | "chinese" | "ui" | "desktop";

/** The oldest supported VS Code (`engines.vscode`) and the newest; `VSCODE_VERSION` picks another. */
const { VSCODE_VERSION: chosen = "" } = process.env;
const desktopVersions = chosen === "" ? ["1.105.0", "stable"] : [chosen];

const tiers: readonly Tier[] = [
  {
    name: "unit",
    budget: 120,
    deadline: 360,
    needsBuild: false,
    needsServer: false,
    runs: [["test/runInNode.ts", "unit"]],
  },
  {
    name: "live",
    budget: 60,
    // running panels take their time
    deadline: 7_200,
    needsBuild: hasServer,
    needsServer: hasServer,
    runs: [["test/runInNode.ts", "live"], ...(hasServer ? [["test/liveHost/runLiveHost.ts"]] : [])],
  },
  { name: "host", budget: 180, deadline: 600, needsBuild: true, needsServer: true, runs: [["test/host/runHost.ts"]] },
  {
    name: "chinese",
    budget: 30,
    deadline: 180,
    needsBuild: true,
    needsServer: true,
    runs: [["test/chinese/runChinese.ts"]],
  },
  {
    name: "ui",
    budget: 600,
    deadline: 1_200,
    needsBuild: true,
    needsServer: true,
    runs: [["test/runInNode.ts", "ui"]],
  },
  {
    name: "desktop",
    budget: 180 * desktopVersions.length,
    // with the download
    deadline: 900 * desktopVersions.length,
    needsBuild: true,
    needsServer: false,
    runs: desktopVersions.map((version) => ["test/host/runHost.ts", version]),
  },
];

/** The tiers with these names; with none, all that the platform has. Throws on a name that is none. */
export function chooseTiers(names: readonly string[]): readonly Tier[] {
  const wanted =
    names.length > 0 ? names : hasServer ? ["unit", "live", "host", "chinese", "ui"] : ["unit", "live", "desktop"];
  return wanted.map((name) => {
    const tier = tiers.find((candidate) => candidate.name === name);
    if (tier === undefined)
      throw new Error(`"${name}" is no tier; there are ${tiers.map((known) => known.name).join(", ")}`);
    if (tier.needsServer && !hasServer) throw new Error(`The ${name} tier runs on Linux on x64 only`);
    return tier;
  });
}
