import { panelFailureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { PanelConnection, type ConnectionServices } from "./panelConnection.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";

/**
 * Tries a key that is not stored yet by the total, or by a documented read where the panel has none (see `PanelConnection`);
 * `undefined`: the panel has answered a signed call.
 */
export async function tryKey(
  services: ConnectionServices,
  record: PanelRecord,
  apiKey: string,
  signal: AbortSignal,
): Promise<PanelFailure | undefined> {
  const connection = new PanelConnection(record, { ...services, reportCall: undefined, apiKey: async () => apiKey });
  try {
    await connection.callFor(signal, "retry")("system.total", {});
    return undefined;
  } catch (error) {
    return panelFailureOf(error);
  } finally {
    connection.dispose();
  }
}
