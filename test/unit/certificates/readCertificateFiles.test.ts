import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { certificatesOf, keyOf, LARGEST_FILE, readLocalBytes } from "../../../src/certificates/readCertificateFiles.ts";
import { removeTemporaryDirectories, temporaryDirectory } from "../../fakes/storageFixture.ts";
import { Issuers, pemOfKey, rsaKey } from "./pairs.ts";

const file = (content: string | Buffer) => ({ name: "a.pem", bytes: Buffer.from(content) });

describe("the files of a certificate", () => {
  const { certificate, key } = new Issuers(Date.now()).issue();
  const { raw, fingerprint256 } = new X509Certificate(certificate);

  after(removeTemporaryDirectories);

  it("are read in PEM and in DER", () => {
    for (const content of [
      certificate,
      `${pemOfKey(key)}\n${certificate}`,
      raw,
      certificate.replaceAll("\n", "\r\n"),
    ]) {
      const found = certificatesOf(file(content));
      assert.ok(typeof found !== "string");
      assert.deepEqual(
        found.map((each) => each.fingerprint256),
        [fingerprint256],
      );
    }
  });

  it("have a key in each of its forms", () => {
    const rsa = rsaKey(2_048);
    for (const [content, expected] of [
      [pemOfKey(key), key],
      [`${certificate}\n${pemOfKey(key)}`, key],
      [key.export({ type: "sec1", format: "pem" }), key],
      [key.export({ type: "pkcs8", format: "der" }), key],
      [key.export({ type: "sec1", format: "der" }), key],
      [rsa.export({ type: "pkcs1", format: "pem" }), rsa],
      [rsa.export({ type: "pkcs1", format: "der" }), rsa],
    ] as const) {
      const found = keyOf(file(content));
      assert.ok(typeof found !== "string" && found.equals(expected));
    }
  });

  it("are told apart where there is nothing to use", () => {
    const locked = { cipher: "aes-256-cbc", passphrase: "secret" } as const;
    const container = (beginning: string) => Buffer.from(`30820a00${beginning}${"00".repeat(64)}`, "hex");
    for (const [content, asCertificate, asKey] of [
      ["", "noCertificate", "noKey"],
      [Buffer.alloc(2_000, 0x30), "noCertificate", "noKey"],
      ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "noCertificate", "noKey"],
      ["-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n", "request", "noKey"],
      ["-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "noCertificate", "publicKey"],
      ["-----BEGIN PKCS7-----\nAAAA\n-----END PKCS7-----\n", "pkcs7", "pkcs7"],
      [container("020103"), "pkcs12", "pkcs12"],
      [container("06092a864886f70d010702"), "pkcs7", "pkcs7"],
      [pemOfKey(key), "onlyKey", undefined],
      [certificate, undefined, "onlyCertificate"],
      [raw, undefined, "onlyCertificate"],
      [key.export({ type: "pkcs8", format: "pem", ...locked }), "noCertificate", "encrypted"],
      [key.export({ type: "sec1", format: "pem", ...locked }), "noCertificate", "encrypted"],
      [key.export({ type: "pkcs8", format: "der", ...locked }), "noCertificate", "encrypted"],
    ] as const) {
      if (asCertificate !== undefined) assert.equal(certificatesOf(file(content)), asCertificate, String(content));
      if (asKey !== undefined) assert.equal(keyOf(file(content)), asKey, String(content));
    }
  });

  it("are read as far as a certificate can be", async () => {
    const path = join(await temporaryDirectory(), "a.pem");
    await writeFile(path, Buffer.alloc(LARGEST_FILE));
    assert.equal((await readLocalBytes(path))?.bytes.length, LARGEST_FILE);
    await writeFile(path, Buffer.alloc(LARGEST_FILE + 1));
    assert.equal(await readLocalBytes(path), undefined);
    // has no end, and says that it has no bytes
    assert.equal(await readLocalBytes("/dev/zero"), undefined);
    await assert.rejects(readLocalBytes(join(path, "b")));
  });
});
