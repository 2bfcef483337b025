import * as l10n from "@vscode/l10n";
import type { Site } from "../../wire/operations/sites.ts";
import { siteDomainOf, siteOrigin } from "../../resources/siteOrigin.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseItem } from "../context/choose.ts";
import { copyCommand } from "./copyCommand.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { AskInput, Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";

/** What is deleted with a site: three choices, all off. */
export const askRemoval: AskInput = async ({ dialogs }, items) => {
  const choices = [
    { label: l10n.t("Root directory"), description: l10n.t("all files of the site"), value: "root" as const },
    { label: l10n.t("FTP user"), description: l10n.t("of the same name, if there is one"), value: "ftp" as const },
    { label: l10n.t("Database"), description: l10n.t("of the same name, if there is one"), value: "database" as const },
  ];
  const title = l10n.t("Delete {0}", items.map(({ label }) => label).join(", "));
  const parts = await dialogs.pickMany(title, l10n.t("What else should be deleted? Nothing is selected yet."), choices);
  return parts === undefined ? undefined : { with: parts };
};

/** Opens a site's main domain in a browser. */
export const openSite: Handler<ResourceServices> = async (services, args) => {
  const item = await chooseItem(services, args, "site", l10n.t("Open Website in Browser"));
  if (item === undefined) return;
  if (!hasDomain(item)) throw new CommandAborted(l10n.t("“{0}” is the name of a project, not a domain.", item.label));
  const { certificate } = item.row as Site;
  const scheme = typeof certificate === "object" ? "https" : "http";
  const origin = siteOrigin(scheme, item.label);
  if (origin === undefined) throw new CommandAborted(l10n.t("“{0}” is not a domain that can be opened.", item.label));
  await services.browser.open(origin);
};

export const copyDomain = copyCommand("site", l10n.t("Copy Domain"), (item) =>
  hasDomain(item) ? siteDomainOf(item.label) : undefined,
);

export const copyRoot = copyCommand("site", l10n.t("Copy Root Directory"), ({ row }) => (row as Site).root);

/** Only a site of type PHP is called by its domain. */
function hasDomain({ state }: ItemNode): boolean {
  return state !== "elsewhere";
}
