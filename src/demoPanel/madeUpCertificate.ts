import { createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate, type KeyObject } from "node:crypto";

/** A certificate with its private key. */
export interface MadeUpPair {
  /** In PEM. */
  readonly certificate: string;
  readonly key: KeyObject;
}

interface Wanted {
  /** The domains that it is for; without any it has no such extension, as that of an authority. */
  readonly names?: readonly string[];
  readonly subject: string;
  /** Milliseconds since the epoch, as `to`. */
  readonly from: number;
  readonly to: number;
  /** Who signs it; absent: itself. */
  readonly issuer?: { readonly subject: string; readonly key: KeyObject };
  /** Absent: a new one. */
  readonly key?: KeyObject;
}

/** A value in DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length);
  const bytes = size.subarray(size.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

const COMMON_NAME = "550403";
const ALTERNATIVE_NAMES = "551d11";
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const RSA_WITH_SHA256 = "2a864886f70d01010b";

/** Positive and without a leading zero: DER has neither, and readers refuse a number that does. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return der(0x02, bytes);
}

const nameOf = (subject: string) =>
  sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, Buffer.from(subject)))));

/** With two digits of the year, as DER has them until 2049. */
const timeOf = (time: number) =>
  der(0x17, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

function extensionsOf(names: readonly string[]): readonly Buffer[] {
  if (names.length === 0) return [];
  const alternativeNames = sequence(...names.map((name) => der(0x82, Buffer.from(name))));
  return [der(0xa3, sequence(sequence(identifier(ALTERNATIVE_NAMES), der(0x04, alternativeNames))))];
}

function algorithmOf({ asymmetricKeyType }: KeyObject): Buffer {
  if (asymmetricKeyType === "rsa") return sequence(identifier(RSA_WITH_SHA256), der(0x05));
  return sequence(identifier(ECDSA_WITH_SHA256));
}

/** Makes a certificate that everybody can read and nobody has to trust. */
export function makeUpCertificate({ names = [], subject, from, to, issuer, key }: Wanted): MadeUpPair {
  const own = key ?? generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const signer = issuer ?? { subject, key: own };
  const algorithm = algorithmOf(signer.key);
  const body = sequence(
    // version 3
    der(0xa0, der(0x02, Buffer.from([2]))),
    serialNumber(),
    algorithm,
    nameOf(signer.subject),
    sequence(timeOf(from), timeOf(to)),
    nameOf(subject),
    createPublicKey(own).export({ type: "spki", format: "der" }),
    ...extensionsOf(names),
  );
  const signature = sign("sha256", body, signer.key);
  const signed = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  return { certificate: new X509Certificate(signed).toString(), key: own };
}
