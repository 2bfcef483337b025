import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import type { ActionInput, ResourceState, Verb } from "../resources/resource.ts";
import type { ActionId, ResourceKind } from "../resources/resources.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { failureWord } from "./failureTexts.ts";
import { partLines } from "./partTexts.ts";

type SentenceAbout = (target: string, panel: string) => string;

/** The sentences about one action. */
interface ActionSentences {
  /** A heading: "Restart container “web” on “Shop”". */
  readonly title: SentenceAbout;
  /** What a person is told before they agree; `many`: it is done to several. */
  readonly effect: (input: ActionInput, many: boolean, state: ResourceState) => string;
  readonly done: SentenceAbout;
  /** Said where the target is already in that state. */
  readonly already: SentenceAbout;
  // the others are of some actions alone; what is said without them is true of any action
  /** What is waited for once it was sent. */
  readonly awaited?: () => string;
  /** Said where it is done and the target is no longer there. */
  readonly doneAndGone?: SentenceAbout;
  /** Follows `done`: something that was not checked. */
  readonly caveat?: () => string;
  /** What was seen where it failed though the panel accepted it: a sentence in the past tense, which the record has too. */
  readonly wentWrong?: () => string;
  /** What was seen where not all changed that should: a sentence in the past tense, which the record of it has too. */
  readonly partly?: () => string;
  /** What the page means that panels send where they could not do it, by what a person chose. */
  readonly atPage?: (input: ActionInput) => string;
  /** Follows the title where it made no difference. */
  readonly unchanged?: (evidence: string | undefined) => string;
  /** Why it is not for every row in a state in which it is offered. */
  readonly notForAll?: () => string;
}

type Shared = Pick<ActionSentences, "effect" | "done" | "already" | "awaited">;

const alreadySo: SentenceAbout = (target, panel) => l10n.t("“{0}” on “{1}” is already in that state.", target, panel);

const restarted: Shared = {
  effect: (_input, many) =>
    many
      ? l10n.t("They are not reachable until they are up again.")
      : l10n.t("It is not reachable until it is up again."),
  awaited: () => l10n.t("waiting until it is up again…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” has restarted.", target, panel),
  already: alreadySo,
};

const started: Shared = {
  effect: () => l10n.t("The settings stored in the panel are used."),
  awaited: () => l10n.t("waiting until it is up…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” is running.", target, panel),
  already: (target, panel) => l10n.t("“{0}” on “{1}” is already running.", target, panel),
};

const stopped: Shared = {
  effect: (_input, many) =>
    many
      ? l10n.t("They stay down until somebody starts them again.")
      : l10n.t("It stays down until somebody starts it again."),
  awaited: () => l10n.t("waiting until it has stopped…"),
  done: (target, panel) => l10n.t("“{0}” on “{1}” has stopped.", target, panel),
  already: (target, panel) => l10n.t("“{0}” on “{1}” is already stopped.", target, panel),
};

const removed: Omit<Shared, "effect"> = {
  awaited: () => l10n.t("waiting until it is gone…"),
  done: (target, panel) => l10n.t("“{0}” was deleted from “{1}”.", target, panel),
  already: alreadySo,
};

/** Panels write the change into their table and never tell whether the web server took it (docs/protocol.md 6.40). */
const unserved = (): string => l10n.t("Whether the web server follows was not checked.");

const switched: Omit<Shared, "done"> = {
  effect: () => l10n.t("This changes the panel's web terminal for everybody who uses it."),
  already: alreadySo,
};

const startsProcess: Pick<ActionSentences, "partly" | "awaited" | "wentWrong"> = {
  awaited: () => l10n.t("waiting for the new process…"),
  wentWrong: () => l10n.t("No process was running afterwards."),
  partly: () => l10n.t("A new process was running, but it was not listening yet."),
};

const startsContainer: Pick<ActionSentences, "wentWrong"> = {
  wentWrong: () => l10n.t("The container did not stay up."),
};

// an action without its sentences does not compile
const sentencesOf: Readonly<Record<ActionId, ActionSentences>> = {
  "site.create": {
    title: (target, panel) => l10n.t("Create website “{0}” on “{1}”", target, panel),
    effect: () => l10n.t("Its ports are opened in the server's firewall, and the web server reloads."),
    done: (target, panel) => l10n.t("“{0}” was created on “{1}”.", target, panel),
    already: alreadySo,
  },
  "site.start": {
    ...started,
    title: (target, panel) => l10n.t("Start website “{0}” on “{1}”", target, panel),
    done: (target, panel) => l10n.t("“{0}” on “{1}” is marked as running.", target, panel),
    already: (target, panel) => l10n.t("“{0}” on “{1}” is already marked as running.", target, panel),
    caveat: unserved,
  },
  "site.stop": {
    ...stopped,
    title: (target, panel) => l10n.t("Stop website “{0}” on “{1}”", target, panel),
    done: (target, panel) => l10n.t("“{0}” on “{1}” is marked as stopped.", target, panel),
    already: (target, panel) => l10n.t("“{0}” on “{1}” is already marked as stopped.", target, panel),
    caveat: unserved,
  },
  "site.remove": {
    ...removed,
    title: (target, panel) => l10n.t("Delete website “{0}” on “{1}”", target, panel),
    effect: (input) =>
      [l10n.t("The website and its web server configuration are deleted."), ...partLines(input)].join("\n"),
    caveat: unserved,
    notForAll: () => l10n.t("WordPress websites can be deleted only in the panel. Nothing was done."),
  },
  "javaProject.restart": {
    ...restarted,
    ...startsProcess,
    title: (target, panel) => l10n.t("Restart Java project “{0}” on “{1}”", target, panel),
  },
  "javaProject.start": {
    ...started,
    ...startsProcess,
    title: (target, panel) => l10n.t("Start Java project “{0}” on “{1}”", target, panel),
  },
  "javaProject.stop": {
    ...stopped,
    title: (target, panel) => l10n.t("Stop Java project “{0}” on “{1}”", target, panel),
  },
  "javaProject.changeLogPath": {
    ...startsProcess,
    title: (target, panel) => l10n.t("Change log directory of Java project “{0}” on “{1}”", target, panel),
    effect: ({ path = "" }, _many, state) =>
      sentences(l10n.t("The log goes to {0}, which is created if needed.", path), startText(state)),
    done: (target, panel) =>
      l10n.t("“{0}” on “{1}” was started and writes its log to the new directory.", target, panel),
    atPage: ({ path = "" }) =>
      l10n.t("The panel answered with an error page, as it does where it cannot create {0}.", visibleText(path)),
    already: alreadySo,
    notForAll: () => l10n.t("Panels support this only for Spring Boot projects."),
  },
  "container.restart": {
    ...restarted,
    ...startsContainer,
    title: (target, panel) => l10n.t("Restart container “{0}” on “{1}”", target, panel),
  },
  "container.start": {
    ...started,
    ...startsContainer,
    title: (target, panel) => l10n.t("Start container “{0}” on “{1}”", target, panel),
  },
  "container.stop": {
    ...stopped,
    title: (target, panel) => l10n.t("Stop container “{0}” on “{1}”", target, panel),
    doneAndGone: (target, panel) =>
      l10n.t(
        "“{0}” on “{1}” has stopped and is no longer there: Docker removes containers created with --rm.",
        target,
        panel,
      ),
  },
  "container.pause": {
    title: (target, panel) => l10n.t("Pause container “{0}” on “{1}”", target, panel),
    effect: (_input, many) =>
      many
        ? l10n.t("Their processes are suspended until somebody unpauses them.")
        : l10n.t("Its processes are suspended until somebody unpauses it."),
    done: (target, panel) => l10n.t("“{0}” on “{1}” is paused.", target, panel),
    already: (target, panel) => l10n.t("“{0}” on “{1}” is already paused.", target, panel),
  },
  "container.unpause": {
    ...started,
    title: (target, panel) => l10n.t("Unpause container “{0}” on “{1}”", target, panel),
    effect: (_input, many) =>
      many
        ? l10n.t("Their processes resume where they were suspended.")
        : l10n.t("Its processes resume where they were suspended."),
    done: (target, panel) => l10n.t("“{0}” on “{1}” is running again.", target, panel),
  },
  "container.remove": {
    ...removed,
    title: (target, panel) => l10n.t("Delete container “{0}” on “{1}”", target, panel),
    effect: (_input, many) =>
      many
        ? l10n.t(
            "Running containers are stopped by force. Data outside volumes is lost, and so are websites that the panel made for them.",
          )
        : l10n.t(
            "A running container is stopped by force. Data outside volumes is lost, and so is a website that the panel made for it.",
          ),
  },
  "certificateOrder.remove": {
    ...removed,
    title: (target, panel) => l10n.t("Delete certificate order “{0}” on “{1}”", target, panel),
    effect: (_input, many) =>
      many
        ? l10n.t(
            "The orders' records are deleted and their renewals stop. Certificate files and website settings are kept.",
          )
        : l10n.t(
            "The order's record is deleted and its renewal stops. Certificate files and website settings are kept.",
          ),
  },
  "terminalSetting.turnOn": {
    ...switched,
    title: (target, panel) => l10n.t("Turn on “{0}” on “{1}”", target, panel),
    done: (target, panel) => l10n.t("“{0}” is now on for “{1}”.", target, panel),
  },
  "terminalSetting.turnOff": {
    ...switched,
    title: (target, panel) => l10n.t("Turn off “{0}” on “{1}”", target, panel),
    done: (target, panel) => l10n.t("“{0}” is now off for “{1}”.", target, panel),
  },
  "dependencyManager.update": {
    title: (target, panel) => l10n.t("Update “{0}” on “{1}”", target, panel),
    effect: () => l10n.t("The panel downloads the latest version. This can take several minutes."),
    done: (target, panel) => l10n.t("“{0}” on “{1}” was updated.", target, panel),
    already: alreadySo,
    unchanged: (version) =>
      l10n.t(
        "still at {0}. The panel calls this the latest version, but says the same after a failed download.",
        version ?? l10n.t("an unknown version"),
      ),
  },
  "runtime.upgrade": {
    title: (_target, panel) => l10n.t("Start runtime upgrade of “{0}”", panel),
    effect: () =>
      l10n.t(
        "The panel installs a new Python and restarts itself. This can take many minutes, and the panel does not answer for a while.",
      ),
    done: (_target, panel) => l10n.t("The runtime upgrade of “{0}” has started.", panel),
    already: (_target, panel) => l10n.t("The runtime upgrade of “{0}” is already running.", panel),
  },
};

/** The sentences about an action. The pair must be in the resource table. */
export function actionSentences(kind: ResourceKind, verb: Verb): ActionSentences {
  return sentencesOf[`${kind}.${verb}` as ActionId];
}

/**
 * What was seen where it failed though the panel accepted it; `undefined`: nothing that can be told. Kind and verb may be
 * those of a newer version.
 */
export function wentWrongText(kind: string, verb: string): string | undefined {
  const known: ActionSentences | undefined = sentencesOf[`${kind}.${verb}` as ActionId];
  return known?.wentWrong?.();
}

/** Something that was not checked though it is done, if any. Kind and verb may be those of a newer version. */
export function caveatText(kind: string, verb: string): string | undefined {
  const known: ActionSentences | undefined = sentencesOf[`${kind}.${verb}` as ActionId];
  return known?.caveat?.();
}

/** What was seen where not all changed that should. Kind and verb may be those of a newer version. */
export function partlyText(kind: string, verb: string): string {
  const known: ActionSentences | undefined = sentencesOf[`${kind}.${verb}` as ActionId];
  return known?.partly?.() ?? l10n.t("Not everything changed that should have.");
}

/** What becomes of a project that was in this state when its log is moved. */
export function startText(state: ResourceState): string {
  if (state === "stopped") return l10n.t("The project is stopped, and starts.");
  return state === "running" || state === "starting"
    ? l10n.t("The project restarts.")
    : l10n.t("The project restarts, or starts where it is stopped.");
}

/** Why what was seen last is not how it is now; in a word, for an advice would be about the looks alone. */
export function silenceText(silence: PanelFailure): string {
  return l10n.t("After that its state could not be read any more ({0}).", failureWord(silence));
}
