import * as l10n from "@vscode/l10n";
import type { GoingTo } from "../../search/goToResource.ts";
import { pickResource } from "../../search/pickResource.ts";
import { remember } from "../../search/recentResources.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { directoryOfItem, placeOfItem, searchedKinds, type SearchedPlace } from "./searchedPlaces.ts";

/** Lets a person pick a website or project of any panel by a few letters; its directory, `undefined`: none was picked. */
export async function pickPlace(services: GoingTo, title: string): Promise<SearchedPlace | undefined> {
  const picked = await pickResource(services, {
    title,
    nothing: l10n.t("No website or project was found whose directory the panel tells."),
    kinds: new Set(searchedKinds),
    isFor: (_, node) => directoryOfItem(node) !== undefined,
  });
  if (picked?.what === "panel") await services.reveal(panelNodeId(picked.panelId), { expand: true });
  if (picked?.what !== "resource") return undefined;
  await remember(services, picked.node);
  return placeOfItem(services, picked.node);
}
