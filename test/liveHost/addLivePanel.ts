import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { features, removePanels } from "../host/helpers/extension.ts";
import { openLivePanel, type LivePanel } from "../live/livePanels.ts";

/** For running panels, in milliseconds. */
export const TIMEOUT_MS = 300_000;

const opened: LivePanel[] = [];

process.on("SIGTERM", () => {
  for (const panel of opened) void panel.close().catch(console.error);
});

/** Opens a panel under test and adds it, in place of all others. The caller closes it; what ends the process does, too. */
export async function addLivePanel(edition: KnownEdition): Promise<{ readonly panel: LivePanel; readonly id: string }> {
  await removePanels();
  const panel = await openLivePanel(edition);
  opened.push(panel);
  const { name, address, key, pin } = panel;
  const draft = { name, address, ...(pin !== undefined && { pin }) };
  const { services } = await features();
  const { id } = await services.store.add(draft, { apiKey: key });
  return { panel, id };
}
