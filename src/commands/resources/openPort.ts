import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { resourceOf } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { panelOf } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { withErrorBoundary } from "../context/showFailure.ts";
import type { OnItem } from "../context/handler.ts";
import type { Browsing } from "../../ports/workbench.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { Telling } from "../context/telling.ts";
import type { Talking } from "../../ports/dialogs.ts";

interface Place {
  /** In the form for URLs. */
  readonly host: string;
  readonly port: number;
  readonly scheme: "http" | "https";
}

/** Opens a port of a row in a browser, at the host of its panel. */
export const openPort: OnItem<Browsing & KnownPanels & Telling> = async (services, item) => {
  const panel = panelOf(services, item.panelId);
  if (isDemo(panel)) throw new CommandAborted(l10n.t("Nothing listens there: what the demo panel runs is made up."));
  const places = placesOf(item, panel);
  if (places.length === 0)
    throw new CommandAborted(l10n.t("“{0}” has no port that can be opened from this computer.", item.label));
  const place = await choosePlace(services, item, places);
  if (place !== undefined) await open(services, place);
};

/** Leaves out what only the server itself can reach. */
function placesOf({ kind, row }: ItemNode, panel: PanelRecord): readonly Place[] {
  const { hostname } = new URL(panel.address);
  const ports = row === undefined ? [] : (resourceOf(kind).ports?.of(row) ?? []);
  const places = ports
    .filter(({ address }) => address === undefined || !isLoopback(address))
    .map(({ address = hostname, port, inside = port }) => placeAt(inUrl(address), port, inside));
  return [...new Map(places.map((place) => [originOf(place), place])).values()];
}

/** Assumes https only for its usual ports: nothing else reveals the scheme. */
function placeAt(host: string, port: number, inside: number): Place {
  return { host, port, scheme: [port, inside].some((each) => each === 443 || each === 8443) ? "https" : "http" };
}

async function choosePlace(
  { dialogs }: Talking,
  { label }: ItemNode,
  places: readonly Place[],
): Promise<Place | undefined> {
  if (places.length === 1) return places[0];
  const choices = places.map((place) => ({ label: originOf(place), icon: "link-external", value: place }));
  return dialogs.pick(l10n.t("Open Port of “{0}” in Browser", label), l10n.t("Which port?"), choices);
}

async function open(services: Browsing & Telling, place: Place): Promise<void> {
  const other: Place = { ...place, scheme: place.scheme === "http" ? "https" : "http" };
  await services.browser.open(originOf(place));
  const message = l10n.t("Opened {0}. The panel does not tell whether this port uses http or https.", originOf(place));
  const button = l10n.t("Open with {0}", other.scheme);
  services.dialogs.notify({ severity: "information", message, buttons: [button] }, (pressed) =>
    withErrorBoundary(services, pressed, async () => services.browser.open(originOf(other))),
  );
}

function originOf({ scheme, host, port }: Place): string {
  return `${scheme}://${host}:${port}`;
}

function inUrl(address: string): string {
  if (address.includes(":") && !address.startsWith("[")) return `[${address}]`;
  return address;
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}
