import * as l10n from "@vscode/l10n";
import type { Site } from "../../wire/operations/sites.ts";
import { siteAddressOf, siteDomainOf } from "../../resources/siteName.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseItem } from "../context/choose.ts";
import { copyCommand } from "./copyCommand.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/handler.ts";
import type { Browsing } from "../../ports/workbench.ts";
import type { Choosing } from "../context/choosing.ts";

/** Opens a site's main domain in a browser. */
export const openSite: Handler<Browsing & Choosing> = async (services, args) => {
  const item = await chooseItem(services, args, "site", l10n.t("Open Website in Browser"));
  if (item === undefined) return;
  if (!hasDomain(item)) throw new CommandAborted(l10n.t("“{0}” is the name of a project, not a domain.", item.label));
  const origin = siteAddressOf({ ...(item.row as Site), name: (item.row as Site).name ?? item.label });
  if (origin === undefined) throw new CommandAborted(l10n.t("“{0}” is not a domain that can be opened.", item.label));
  await services.browser.open(origin);
};

export const copyDomain = copyCommand("site", l10n.t("Copy Domain"), (item) =>
  hasDomain(item) ? siteDomainOf((item.row as Site).name ?? item.label) : undefined,
);

export const copyRoot = copyCommand("site", l10n.t("Copy Root Directory"), ({ row }) => (row as Site).root);

/** Whether the site's name is its domain: those of other types are names of projects. */
function hasDomain({ state }: ItemNode): boolean {
  return state !== "elsewhere";
}
