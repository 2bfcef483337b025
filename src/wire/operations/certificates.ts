import { createPrivateKey, KeyObject } from "node:crypto";
import * as v from "valibot";
import { inWords } from "../answers/editionEnvelopes.ts";
import { bare, bareArray, bareObject, classic, converted, onlyStamped, type Envelope } from "../answers/envelope.ts";
import {
  exactText,
  firstItems,
  key,
  label,
  maybe,
  nonEmptyParam,
  rawText,
  sentence,
  text,
  time,
} from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { wholeListOf } from "../answers/listing.ts";
import { operation } from "../answers/operation.ts";
import { siteModule } from "./modules.ts";
import { siteName } from "./sites.ts";
import { fields, onAapanel, onBaota, onEither, v2 } from "./wires.ts";

/** Reads no more than these fields: an order that is not finished may carry its private key (docs/protocol.md 9.3). */
const certificateOrder = v.pipe(
  v.object({
    index: maybe(key),
    status: maybe(text),
    domains: maybe(firstItems(rawText)),
    auth_type: maybe(text),
    create_time: time,
    renew_time: time,
    cert_timeout: time,
    expires: time,
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

/** Reads no more than these fields: the private key stands beside them (docs/protocol.md 9.7). */
const certificate = v.pipe(
  v.object({ hash: maybe(key), verify_domains: maybe(firstItems(rawText)), end_date: maybe(label) }),
  v.transform((row) => ({
    /** Names the certificate in requests. */
    index: row.hash,
    domains: row.verify_domains,
    /** Its last day, as `2027-02-19`. */
    validTo: row.end_date,
  })),
);

/** A renewal blocks until the panel has a certificate, or has failed to get one. */
const renewal = { effect: "change", deadlineMs: 600_000, params: v.object({ index: nonEmptyParam }) } as const;

const indexField = fields({ index: "index" });

/** Longest text of a certificate with those that it was issued by. */
export const LONGEST_CERTIFICATE = 65_536;

const pem = v.pipe(exactText(LONGEST_CERTIFICATE), v.startsWith("-----BEGIN CERTIFICATE-----"));

/** A key is never text here: no log and no file can have it. */
const privateKey = v.pipe(
  exactText(LONGEST_CERTIFICATE),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return createPrivateKey(dataset.value);
    } catch {
      addIssue({ message: "key" });
      return NEVER;
    }
  }),
);

/** What was ordered, with its private key. */
const ordered = v.pipe(
  v.object({ cert: pem, root: v.fallback(maybe(pem), undefined), private_key: privateKey }),
  v.transform(({ cert, root = "", private_key: ownKey }) => ({
    /** In PEM, with those that it was issued by. */
    certificate: `${cert.trim()}\n${root}`,
    key: ownKey,
  })),
);

/**
 * Blanks before a private key. Panels write what they are sent into a log of requests: of a longer field no more than its beginning. They take the
 * blanks off before they use the key (docs/protocol.md 9.12).
 */
const BLANKS = " ".repeat(4_100);

/** The first versions known to take the blanks off. Older ones store them, and no web server loads such a key (docs/protocol.md 9.14). */
const STRIPS_BLANKS = { baota: "11.1", aapanel: "7.25", harms: true } as const;

/** Most domains of one certificate, by the rules of Let’s Encrypt. */
export const MOST_ORDERED = 100;

const order = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  domains: v.pipe(v.array(nonEmptyParam), v.minLength(1), v.maxLength(MOST_ORDERED)),
});

const installation = v.object({
  name: siteName,
  certificate: v.pipe(v.string(), v.startsWith("-----BEGIN CERTIFICATE-----"), v.maxLength(LONGEST_CERTIFICATE)),
  key: v.custom<KeyObject>((value) => value instanceof KeyObject && value.type === "private"),
});

/** The reason of a failure may stand in a list, before what the authority has answered. */
const orderAnswer: Envelope = (body) => {
  const msg = isObject(body) && body["status"] === false ? body["msg"] : undefined;
  if (Array.isArray(msg)) return { kind: "failure", message: typeof msg[0] === "string" ? msg[0] : "" };
  return bare(
    (answer) =>
      isObject(answer) &&
      answer["status"] === true &&
      ["cert", "private_key"].every((field) => typeof answer[field] === "string"),
  )(body);
};

/** The new certificate with its private key, which nobody reads here, or a classic failure. */
const renewed = bare(
  (body) => isObject(body) && (body["status"] === true || (body["status"] === undefined && "cert" in body)),
);

/** aaPanel answers nothing, whatever came of it (docs/protocol.md 9.8). */
const nothing: Envelope = (body) => {
  if (body === null) return { kind: "success", content: { msg: "" } };
  return inWords.aapanel(body);
};

/** The rows of a page that nobody turns. */
const rowsOfPage = converted(onlyStamped(bareObject("data")), (content) => {
  if (isObject(content)) return content["data"];
  return content;
});

const acme = { route: "acme", path: "/acme" } as const;

/** Certificates, and their orders, which the panel renews as long as they stand (docs/protocol.md 9). */
export const certificateOperations = {
  /** In place of `get_order_list`, which deletes orders while it lists them. */
  "certificateOrder.list": operation({
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    result: wholeListOf(certificateOrder),
    wires: [onEither(acme, { action: "get_orders", envelope: bareArray })],
  }),
  /** BaoTa's alone: aaPanel renews certificates, not orders (docs/protocol.md 9.8). */
  "certificateOrder.renew": operation({
    ...renewal,
    result: sentence,
    wires: [onBaota(acme, { action: "renew_cert", encode: indexField, envelope: renewed })],
  }),
  /** Orders a certificate for a website, which proves its domains by files. It is stored on the panel, and not given to the website (docs/protocol.md 9.13). */
  "certificateOrder.order": operation({
    effect: "change",
    deadlineMs: 600_000,
    // what is ordered is installed next
    since: STRIPS_BLANKS,
    params: order,
    result: ordered,
    wires: [
      onEither(acme, {
        action: "apply_cert_api",
        encode: ({ id, domains }: v.InferOutput<typeof order>) => ({
          domains: JSON.stringify(domains),
          auth_type: "http",
          auth_to: String(id),
          auto_wildcard: "0",
          id: String(id),
        }),
        envelope: orderAnswer,
      }),
    ],
  }),
  /**
   * Gives a website a certificate with its private key, and has the web server reload. aaPanel's other route says yes to a key of
   * another certificate, too, and stores it (docs/protocol.md 9.11).
   */
  "certificate.install": operation({
    effect: "disrupt",
    deadlineMs: 60_000,
    since: STRIPS_BLANKS,
    params: installation,
    result: sentence,
    wires: [
      onEither(siteModule, {
        action: "SetSSL",
        encode: ({ name, certificate: sent, key: privatePart }: v.InferOutput<typeof installation>) => ({
          type: "1",
          siteName: name,
          key: BLANKS + privatePart.export({ type: "pkcs8", format: "pem" }).toString(),
          csr: sent,
        }),
        secretFields: ["key"],
        envelope: classic,
      }),
    ],
  }),
  /** Removes the record alone: certificate and site stay as they are, and renewal stops. */
  "certificateOrder.remove": operation({
    effect: "destroy",
    deadlineMs: 30_000,
    documented: "6",
    params: v.object({ index: nonEmptyParam }),
    result: sentence,
    wires: [onEither(acme, { action: "remove_order", encode: indexField, envelope: classic })],
  }),
  /** Free certificates in which `domain` stands. aaPanel's alone: BaoTa renews by its orders (docs/protocol.md 9.7). */
  "certificate.list": operation({
    since: { aapanel: "7.20" },
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({ domain: nonEmptyParam }),
    result: wholeListOf(certificate),
    wires: [
      onAapanel(v2({ route: "ssl", path: "/ssl_domain" }), {
        action: "list_ssl_info",
        encode: fields({ search: "domain" }, { p: "1", limit: "100" }),
        envelope: rowsOfPage,
      }),
    ],
  }),
  /** Renews a certificate wherever it is used: on aaPanel by its hash, on BaoTa by its order. */
  "certificate.renew": operation({
    since: { baota: "8.1", aapanel: "7.0" },
    ...renewal,
    result: sentence,
    wires: [
      onBaota({ route: "sslCert", path: "/ssl/cert/renewal_cert" }, { encode: indexField, envelope: renewed }),
      onAapanel(acme, { action: "renew_cert", encode: indexField, envelope: nothing }),
    ],
  }),
};
