import * as v from "valibot";
import { bare, bareArray, classic } from "../answers/envelope.ts";
import { few, key, maybe, named, sentence, text, whole, words } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";

/** Reads no more than these fields: an order that is not finished may carry its private key (docs/protocol.md 9.3). */
const certificateOrder = v.pipe(
  v.object({
    index: maybe(key),
    status: maybe(text),
    domains: maybe(few(words)),
    auth_type: maybe(text),
    create_time: maybe(whole),
    renew_time: maybe(whole),
    cert_timeout: maybe(whole),
    expires: maybe(whole),
    save_path: maybe(text),
  }),
  v.transform((row) => ({
    /** 32 hex digits; names the order in requests. */
    index: row.index,
    /** ACME's own word: `valid`, `pending`, `invalid`; stays `valid` when the certificate has expired. */
    status: row.status,
    domains: row.domains,
    /** How the domains are proven: `http`, `dns` or `tls`. */
    authType: row.auth_type,
    /** Seconds since the epoch, as all times here. */
    createdAt: row.create_time,
    /** 0 where it was never renewed. */
    renewedAt: row.renew_time,
    /** When the certificate expires; only where there is one. */
    validUntil: row.cert_timeout,
    /** When the order itself expires; only while there is no certificate. */
    orderExpiresAt: row.expires,
    /** Below the panel's own directory. */
    savePath: row.save_path,
  })),
);

const acme = { route: "acme", method: "POST", path: "/acme" } as const;

/** Orders of certificates, which the panel renews as long as they stand (docs/protocol.md 9). */
export const certificateOperations = {
  /** In place of `get_order_list`, which deletes orders while it lists them. */
  "certificateOrder.list": operation({
    area: "certificateOrder",
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    result: wholeListOf(certificateOrder),
    wires: [{ ...acme, action: "get_orders", envelope: bareArray }],
  }),
  /**
   * Blocks until there is a new certificate, and answers with it and its key, which nobody reads here. BaoTa's alone:
   * aaPanel looks for another kind of certificate under that name (docs/protocol.md 9.6).
   */
  "certificateOrder.renew": operation({
    area: "certificateOrder",
    effect: "change",
    deadlineMs: 600_000,
    params: v.object({ index: named }),
    result: sentence,
    wires: [
      {
        ...acme,
        edition: "baota",
        action: "renew_cert",
        envelope: bare(
          (body) => isObject(body) && (body["status"] === true || (body["status"] === undefined && "cert" in body)),
        ),
        encode: ({ index }) => ({ index }),
      },
    ],
  }),
  /** Removes the record alone: certificate and site stay as they are, and renewal stops. */
  "certificateOrder.remove": operation({
    area: "certificateOrder",
    effect: "destroy",
    deadlineMs: 30_000,
    documented: "6",
    params: v.object({ index: named }),
    result: sentence,
    wires: [{ ...acme, action: "remove_order", envelope: classic, encode: ({ index }) => ({ index }) }],
  }),
};
