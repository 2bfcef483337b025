import { createHash } from "node:crypto";

/** The two fields that every request carries. `request_token` is a permanent credential: never log it. */
export interface Signature {
  readonly request_time: string;
  readonly request_token: string;
}

/**
 * Signs a call (docs/protocol.md 1.1, 1.2). The signature covers neither path nor parameters and never expires.
 * @param apiKey the key as the panel shows it
 * @param unixSeconds panels do not check it, so a wrong clock is harmless
 */
export function sign(apiKey: string, unixSeconds: number): Signature {
  const time = String(unixSeconds);
  return { request_time: time, request_token: md5(time + md5(apiKey)) };
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
