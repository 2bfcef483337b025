import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { signerOf } from "../../src/wire/signature.ts";
import type { PanelCall } from "./deployed/newProject.ts";
import { ANSWER_MS } from "./serverShell.ts";

/** A running panel and access to its server. */
export interface RunningPanel {
  readonly edition: KnownEdition;
  readonly address: string;
  readonly key: string;
  /** SHA-256 fingerprint of an untrusted certificate. */
  readonly pin: string | undefined;
  /** Local command line that runs the shell command after it on the server as root, such as `ssh root@host`. */
  readonly ask: string;
}

/** Calls an operation of a panel that the product lacks. Throws unless the answer says success. */
export async function callPanel({ address, key, pin }: RunningPanel, { path, fields }: PanelCall): Promise<void> {
  const transport = createTransport({ pin: () => pin });
  try {
    const answer = await transport.fetchFrom(address)(path, {
      method: "POST",
      body: new URLSearchParams({ ...signerOf(key)(Math.floor(Date.now() / 1000)), ...fields }).toString(),
      change: true,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!/"status": ?(?:true|0)\b/.test(answer.text))
      throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
  } finally {
    transport.dispose();
  }
}
