import * as l10n from "@vscode/l10n";
import { becomes, type Identity, latest, resource, type Call, type Target } from "./resource.ts";

/** The Python that the panel itself runs on. */
export interface PanelRuntime {
  readonly name: "python";
}

/** The upgrade; `running` is also false in its first moments (docs/protocol.md 12.2). */
interface Upgrade {
  readonly running: boolean | undefined;
  readonly log: string | undefined;
}

async function observe(call: Call): Promise<Upgrade> {
  const { running, log } = await call("runtime.upgradeLog", {});
  return { running, log };
}

export const runtimeTarget: Target = { key: "python", label: "python" };

const identity = (): Identity => ["python"];

/** The panel's runtime. Listing it sends nothing; its log is read when a person follows it. */
export const runtime = resource<PanelRuntime, Upgrade>()({
  words: {
    list: () => l10n.t("Panel Runtimes"),
    one: () => l10n.t("panel runtime"),
    many: (count) => l10n.t("{0} panel runtimes", count),
    all: () => l10n.t("runtime upgrades"),
    none: () => l10n.t("Nothing to maintain"),
    items: { python: () => l10n.t("Panel runtime") },
  },
  icon: "tools",
  rowIcon: "server-process",
  rowFacts: ["upgrade"],
  listedBy: "runtime.upgradeLog",
  list: async () => ({ rows: [{ name: "python" }], unreadable: [], total: undefined }),
  key: ({ name }) => name,
  identity,
  label: ({ name }) => name,
  state: () => "stateless",
  facts: () => [],
  seenRows: () => [{ name: "python" }],
  actions: {
    upgrade: {
      operation: "runtime.startUpgrade",
      words: {
        title: (_target, panel) => l10n.t("Start runtime upgrade of “{0}”", panel),
        effect: () =>
          l10n.t(
            "The panel installs a new Python and restarts itself. This can take many minutes, and the panel does not answer for a while.",
          ),
        done: (_target, panel) => l10n.t("The runtime upgrade of “{0}” has started.", panel),
        already: (_target, panel) => l10n.t("The runtime upgrade of “{0}” is already running.", panel),
      },
      offered: ["stateless"],
      send: (call) => call("runtime.startUpgrade", {}),
      verification: {
        observe,
        identity,
        isAlready: ({ running }) => running === true,
        proofs: [
          becomes(({ running }) => running),
          // it may have run and ended between two reads; an empty log was merely cleared for it
          {
            isShown: ({ log = "" }, before) =>
              before.running === false && log !== "" && before.log !== undefined && log !== before.log,
          },
        ],
        // it may have been running before
        otherwise: (before, since) =>
          latest(since)?.running === true && before?.running === undefined ? "unconfirmable" : "pending",
      },
    },
  },
  log: {
    offered: ["stateless", "upgrading"],
    mode: "upgrade",
    pieces: 1_000,
    read: async (call) => {
      const { running, log = "" } = await call("runtime.upgradeLog", {});
      return { text: log, running };
    },
  },
});
