import * as l10n from "@vscode/l10n";
import type { Browsing } from "../../ports/workbench.ts";
import { siteAddressOf } from "../../resources/siteName.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { OnItem } from "../context/handler.ts";

/** Opens a site's main domain in a browser. */
export const openSite: OnItem<Browsing> = async (services, item) => {
  // those of other types have the name of a project
  if (item.state === "elsewhere")
    throw new CommandAborted(l10n.t("“{0}” is the name of a project, not a domain.", item.label));
  const origin = siteAddressOf({ ...(item.row as Site), name: (item.row as Site).name ?? item.label });
  if (origin === undefined) throw new CommandAborted(l10n.t("“{0}” is not a domain that can be opened.", item.label));
  await services.browser.open(origin);
};
