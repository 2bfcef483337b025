import { createPrivateKey, type KeyObject, type X509Certificate } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { certificateFrom, certificatesIn } from "./certificateChain.ts";

/** A file of this computer that a person chose, with its bytes. */
export interface LocalBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Most bytes of a file with a certificate or a key: a certificate with all that it was issued by has some thousands. */
export const LARGEST_FILE = 256 * 1_024;

/** Reads a whole file; `undefined`: it is larger than any certificate. Rejects with file errors. */
export async function readLocalBytes(path: string): Promise<LocalBytes | undefined> {
  const file = await open(path);
  try {
    // one byte more, whatever the file says of its size
    const buffer = Buffer.alloc(LARGEST_FILE + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (length > LARGEST_FILE) return undefined;
      if (bytesRead === 0) return { name: basename(path), bytes: buffer.subarray(0, length) };
    }
  } finally {
    await file.close();
  }
}

/** Why a file has no certificate or no key that can be used. */
export type FileTrouble =
  | "pkcs12"
  | "pkcs7"
  | "request"
  | "encrypted"
  | "publicKey"
  | "noCertificate"
  | "noKey"
  | "onlyKey"
  | "onlyCertificate";

const PEM_KEY = /-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----[^-]{1,65536}-----END \1-----/;

/** The certificates in a file in PEM or DER, or why there are none. */
export function certificatesOf({ bytes }: LocalBytes): readonly X509Certificate[] | FileTrouble {
  const text = bytes.toString("latin1");
  const certificates = certificatesIn(text);
  if (certificates.length > 0) return certificates;
  if (!text.includes("-----BEGIN ")) {
    const certificate = certificateFrom(bytes);
    if (certificate !== undefined) return [certificate];
  }
  const container = containerIn(bytes, text);
  if (container !== undefined) return container;
  if (text.includes("-----BEGIN CERTIFICATE REQUEST") || text.includes("-----BEGIN NEW CERTIFICATE REQUEST"))
    return "request";
  if (typeof keyOf({ bytes }) !== "string") return "onlyKey";
  return "noCertificate";
}

/** The private key in a file in PEM or DER, or why there is none. */
export function keyOf({ bytes }: Pick<LocalBytes, "bytes">): KeyObject | FileTrouble {
  const text = bytes.toString("latin1");
  if (isEncrypted(text)) return "encrypted";
  const block = PEM_KEY.exec(text)?.[0];
  const key = block === undefined ? keyFromDer(bytes) : keyFrom({ key: block });
  if (key !== undefined) return key;
  const container = containerIn(bytes, text);
  if (container !== undefined) return container;
  if (text.includes("PUBLIC KEY-----")) return "publicKey";
  if (certificatesIn(text).length > 0 || certificateFrom(bytes) !== undefined) return "onlyCertificate";
  return "noKey";
}

/** Whether a key in PEM has a password. */
function isEncrypted(text: string): boolean {
  return text.includes("-----BEGIN ENCRYPTED PRIVATE KEY-----") || text.includes("Proc-Type: 4,ENCRYPTED");
}

/** A key in DER, which does not say which of these it is; one with a password is "encrypted". */
function keyFromDer(key: Buffer): KeyObject | "encrypted" | undefined {
  for (const type of ["pkcs8", "pkcs1", "sec1"] as const) {
    const found = keyFrom({ key, format: "der", type });
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyFrom(input: Parameters<typeof createPrivateKey>[0]): KeyObject | "encrypted" | undefined {
  try {
    return createPrivateKey(input);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ERR_MISSING_PASSPHRASE" ? "encrypted" : undefined;
  }
}

/** What other formats begin with, in hex, after the head of their sequence: version 3 of PKCS #12, the number of signed data of PKCS #7. */
const CONTAINERS: readonly (readonly [FileTrouble, string])[] = [
  ["pkcs12", "020103"],
  ["pkcs7", "06092a864886f70d010702"],
];

function containerIn(bytes: Buffer, text: string): FileTrouble | undefined {
  if (text.includes("-----BEGIN PKCS7-----") || text.includes("-----BEGIN CMS-----")) return "pkcs7";
  const [sequence, length = 0] = bytes;
  if (sequence !== 0x30) return undefined;
  const headBytes = length > 0x80 ? 2 + (length & 0x7f) : 2;
  const content = bytes.toString("hex", headBytes, headBytes + 16);
  return CONTAINERS.find(([, beginning]) => content.startsWith(beginning))?.[0];
}
