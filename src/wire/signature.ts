import { hash } from "node:crypto";

/** The two fields that every request carries. `request_token` is a permanent credential: never log it. */
export interface Signature {
  readonly request_time: string;
  readonly request_token: string;
}

/** @param unixSeconds panels do not check it, so a wrong clock is harmless */
type Sign = (unixSeconds: number) => Signature;

/**
 * Returns a function that signs calls (docs/protocol.md 1.1, 1.2). A signature covers neither path nor parameters and
 * never expires.
 * @param apiKey the key as the panel shows it
 */
export function signerOf(apiKey: string): Sign {
  const hashedKey = hash("md5", apiKey);
  return (unixSeconds) => {
    const time = String(unixSeconds);
    return { request_time: time, request_token: hash("md5", time + hashedKey) };
  };
}
