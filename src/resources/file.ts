import * as l10n from "@vscode/l10n";
import type { Subject } from "./resource.ts";

const opened = (target: string, panel: string) => l10n.t("“{0}” is on “{1}”.", target, panel);

/**
 * Files of the server (docs/protocol.md 16), by absolute path. They are no kind of resource: no panel lists them, and a directory is
 * read when a person opens it. Which changes ask is said by `src/serverFiles/riskyPaths.ts` besides the guard level.
 */
export const file = {
  words: {
    one: () => l10n.t("file"),
    isInLabels: true,
    many: (count) => l10n.t("{0} files", count),
  },
  procedures: {
    save: {
      operation: "file.move",
      words: {
        effect: ({ file: about }) =>
          about?.isRisky === true
            ? l10n.t("Each save of this file is asked about.")
            : l10n.t("You are not asked again for this file until the window is closed."),
        done: (target, panel) => l10n.t("“{0}” was saved on “{1}”.", target, panel),
      },
    },
    putBack: {
      operation: "file.move",
      words: {
        effect: () => l10n.t("It gets the content from before the save."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” has the content from before the save again.", target, panel),
      },
    },
    createFile: {
      operation: "file.move",
      words: {
        title: (target, panel) => l10n.t("Create “{0}” on “{1}”", target, panel),
        effect: () => l10n.t("It gets the owner of its directory."),
        done: opened,
      },
    },
    createFolder: {
      operation: "file.createDirectory",
      words: {
        title: (target, panel) => l10n.t("Create the directory “{0}” on “{1}”", target, panel),
        effect: () => l10n.t("It gets the owner of its directory."),
        done: opened,
      },
    },
    rename: {
      operation: "file.move",
      words: {
        effect: () => l10n.t("What uses the old path no longer finds it."),
        done: (target, panel) => l10n.t("“{0}” was moved on “{1}”.", target, panel),
      },
    },
    changeAccess: {
      operation: "file.setAccess",
      words: {
        effect: () => l10n.t("Whoever may no longer read or write it, such as a website, fails there."),
        done: (target, panel) => l10n.t("“{0}” on “{1}” has its new permissions.", target, panel),
      },
    },
    upload: {
      operation: "file.upload",
      words: {
        title: (target, panel) => l10n.t("Upload “{0}” to “{1}”", target, panel),
        effect({ file: about }, many) {
          if (many) return l10n.t("Those that exist are replaced.");
          if (about?.replaces === true) return l10n.t("The file that exists is replaced.");
          return l10n.t("Nothing that exists is replaced.");
        },
        done: opened,
      },
    },
    unpack: {
      operation: "file.upload",
      words: {
        title: (target, panel) => l10n.t("Unpack “{0}” on “{1}”", target, panel),
        effect: () =>
          l10n.t("What is in it gets the owner of the archive's directory. Nothing that exists is replaced."),
        done: (target, panel) => l10n.t("“{0}” was unpacked on “{1}”, and what is there was counted.", target, panel),
      },
    },
    remove: {
      operation: "file.remove",
      words: {
        title: (target, panel) => l10n.t("Delete “{0}” from “{1}”", target, panel),
        effect: ({ file: about }, many) => {
          if (about?.bin === "off") return l10n.t("The panel's recycle bin is off: it cannot be restored.");
          if (many)
            return l10n.t("They go to the panel's recycle bin, where they can be restored, unless marked otherwise.");
          if (about?.bin === "tooLong")
            return l10n.t("Its path is too long for the panel's recycle bin: it is deleted for good.");
          return l10n.t("It goes to the panel's recycle bin, where it can be restored.");
        },
        done: (target, panel) => l10n.t("“{0}” was deleted from “{1}”.", target, panel),
      },
    },
  },
} satisfies Subject;
