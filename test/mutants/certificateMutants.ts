import { defectsIn } from "./defectsIn.ts";

/** Defects of certificates, with which visitors would get a warning, or a key would get lost. */
export const certificateMutants = defectsIn([
  [
    "src/wire/operations/certificates.ts",
    [
      "the reason in a list is lost",
      `if (Array.isArray(msg)) return { kind: "failure", message: typeof msg[0] === "string" ? msg[0] : "" };`,
      ``,
    ],
    ["a log of the panel has the private key", `key: BLANKS + privatePart`, `key: privatePart`],
    [
      "blanks before a private key go to a version that stores them",
      `    deadlineMs: 60_000,
    since: STRIPS_BLANKS,`,
      `    deadlineMs: 60_000,`,
    ],
    ["a new certificate is lost with a bad one beside it", `v.fallback(maybe(pem), undefined)`, `maybe(pem)`],
    [
      "a renewal that nobody answered has failed",
      `if (body === null) return { kind: "success", content: { msg: "" } };`,
      ``,
    ],
  ],
  [
    "src/certificates/checkPair.ts",
    [
      "the first certificate of a file counts as the key's",
      `certificates.find((certificate) => certificate.checkPrivateKey(key))`,
      `certificates[0]`,
    ],
    [
      "a certificate is sent without those that it was issued by",
      `links.map((link) => link.toString()).join("")`,
      `leaf.toString()`,
    ],
  ],
  [
    "src/certificates/certificateChain.ts",
    ["whoever has the issuer's name has issued it", ` && certificate.verify(issuer.publicKey)`, ``],
    [
      "a name that browsers do not look at covers a domain",
      `certificate.checkHost(domain, { subject: "never" })`,
      `certificate.checkHost(domain, { subject: "always" })`,
    ],
  ],
  [
    "src/certificates/readCertificateFiles.ts",
    ["a key with a password is none", `if (isEncrypted(text)) return "encrypted";`, ``],
  ],
]);
