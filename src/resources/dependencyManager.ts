import * as l10n from "@vscode/l10n";
import { failureOf } from "../wire/answers/failure.ts";
import { facts } from "./facts.ts";
import { type Call, type Identity, latest, resource } from "./resource.ts";

/** PHP's dependency manager; `version` is undefined if there is none, or it is unknown. */
export interface DependencyManager {
  readonly version: string | undefined;
  /** The panel has no read of the version, and may update it all the same. */
  readonly isUnreadable?: true;
}

async function observe(call: Call): Promise<DependencyManager> {
  try {
    return { version: (await call("composer.version", {})).version };
  } catch (error) {
    if (failureOf(error)?.kind !== "unsupported") throw error;
    return { version: undefined, isUnreadable: true };
  }
}

const identity = (): Identity => ["composer"];

/** Composer (docs/protocol.md 10). */
export const dependencyManager = resource<DependencyManager, DependencyManager>()({
  words: {
    list: () => l10n.t("Dependency Managers"),
    one: () => l10n.t("dependency manager"),
    isInLabels: true,
    many: (count) => l10n.t("{0} dependency managers", count),
    all: () => l10n.t("dependency managers"),
    none: () => l10n.t("Nothing to maintain"),
    items: { composer: () => l10n.t("Composer") },
  },
  icon: "tools",
  rowIcon: "versions",
  rowFacts: ["version"],
  listedBy: "composer.version",
  list: async (call) => ({ rows: [await observe(call)], unreadable: [], total: undefined }),
  key: () => "composer",
  identity,
  label: () => "composer",
  state: ({ version }) => (version === undefined ? "unknown" : "stateless"),
  facts: ({ version }) => facts({ version }),
  seenRows: (manager) => [manager],
  offers: { addTask: { offered: ["stateless", "unknown"] } },
  actions: {
    update: {
      operation: "composer.update",
      words: {
        effect: () => l10n.t("The panel downloads the latest version. This can take several minutes."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” was updated.", target, panel),
        unchanged: (version) =>
          l10n.t(
            "still at {0}. The panel calls this the latest version, but says the same after a failed download.",
            version ?? l10n.t("an unknown version"),
          ),
      },
      offered: ["stateless", "unknown"],
      oneAtATime: true,
      send: (call) => call("composer.update", {}),
      verification: {
        observe,
        identity,
        proofs: [
          {
            isShown: ({ version: now }, { version: before }) =>
              now !== undefined && before !== undefined && now !== before,
          },
        ],
        // the panel also answers "already the latest" after a failed download
        otherwise: (before, since) => {
          if (before?.isUnreadable === true) return "unconfirmable";
          if (latest(since)?.version === undefined) return "pending";
          if (before?.version === undefined) return "unconfirmable";
          return "unchanged";
        },
        evidence: ({ version }, before) => {
          const was = before?.version;
          return facts({ version: was === undefined || was === version ? version : `${was} → ${version ?? "?"}` })[0];
        },
      },
    },
  },
});
