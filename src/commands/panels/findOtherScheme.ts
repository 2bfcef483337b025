import { createUnsignedProbe, suggestOrigin } from "../../connection/addressProbe.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { Connecting } from "../../connection/panelConnection.ts";

/**
 * Probes, unsigned, the other scheme if a failure looks like the wrong one; resolves to the origin that answers. http
 * is suggested only for a panel that is not stored yet.
 */
export async function findOtherScheme(
  { connectionServices }: Connecting,
  failure: PanelFailure,
  origin: string,
  isStored: boolean,
): Promise<string | undefined> {
  const transport = connectionServices.createTransport({ pin: () => undefined });
  try {
    return await suggestOrigin(
      failure,
      origin,
      isStored,
      createUnsignedProbe(transport, connectionServices.clock),
      AbortSignal.timeout(10_000),
    );
  } finally {
    transport.dispose();
  }
}
