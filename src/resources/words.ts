import * as l10n from "@vscode/l10n";
import type { ActionWords, Offers, Procedure, ResourceState } from "./resource.ts";

// words that actions of several kinds share

type Shared = Pick<ActionWords, "effect" | "done" | "already" | "awaited">;

export const restarted: Shared = {
  effect: (_input, many) =>
    many
      ? l10n.t("They are not reachable until they are up again.")
      : l10n.t("It is not reachable until it is up again."),
  awaited: () => l10n.t("waiting until it is up again…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” has restarted.", target, panel),
};

export const started: Shared = {
  effect: () => l10n.t("The settings stored in the panel are used."),
  awaited: () => l10n.t("waiting until it is up…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” is running.", target, panel),
  already: (target, panel) => l10n.t("“{0}” on “{1}” is already running.", target, panel),
};

export const stopped: Shared = {
  effect: (_input, many) =>
    many
      ? l10n.t("They stay down until somebody starts them again.")
      : l10n.t("It stays down until somebody starts it again."),
  awaited: () => l10n.t("waiting until it has stopped…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” has stopped.", target, panel),
  already: (target, panel) => l10n.t("“{0}” on “{1}” is already stopped.", target, panel),
};

export const removed: Omit<Shared, "effect"> = {
  awaited: () => l10n.t("waiting until it is gone…"),
  done: (target, panel) => l10n.t("“{0}” was deleted from “{1}”.", target, panel),
};

/**
 * Deploying, rolling back, and stopping a step that may still run, by the operation that changes the target; `src/texts` words how they end.
 * @param offered the states in which rows have their commands
 */
export const deploying = (
  offered: Readonly<Record<"deploy" | "rollBack", readonly ResourceState[]>>,
): Readonly<Record<"deploy" | "rollBack" | "stopStep", Procedure>> => ({
  deploy: {
    operation: "scheduledTask.run",
    offered: offered.deploy,
    words: {
      title: (target, panel) => l10n.t("Deploy to “{0}” on “{1}”", target, panel),
      effect: () => l10n.t("What is replaced or removed is backed up on the server first."),
      done: (target, panel) => l10n.t("“{0}” on “{1}” was deployed.", target, panel),
    },
  },
  rollBack: {
    operation: "scheduledTask.run",
    offered: offered.rollBack,
    words: {
      title: (target, panel) => l10n.t("Roll back “{0}” on “{1}”", target, panel),
      effect: () => l10n.t("Files that somebody has changed on the server since the deployment stay as they are."),
      done: (target, panel) => l10n.t("“{0}” on “{1}” was rolled back.", target, panel),
    },
  },
  // offered where a person is asked what becomes of a deployment that was cut off
  stopStep: {
    operation: "scheduledTask.run",
    words: {
      title: (target, panel) => l10n.t("Stop the step of the deployment to “{0}” on “{1}”", target, panel),
      effect: () => l10n.t("It ends with all processes that it has started."),
      done: (target, panel) => l10n.t("The step of the deployment to “{0}” on “{1}” was stopped.", target, panel),
    },
  },
});

/** What rows with a directory on the server offer in these states. */
export function offersOfFiles(offered: readonly ResourceState[]): Offers {
  const offer = { offered };
  return { find: offer, findByName: offer, compare: offer, download: offer };
}
