import assert from "node:assert/strict";
import { generateKeyPairSync, X509Certificate, type KeyObject } from "node:crypto";
import { certificatesIn } from "../../../src/certificates/certificateChain.ts";
import { checkPair } from "../../../src/certificates/checkPair.ts";
import { Issuers, rsaKey } from "./pairs.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const DOMAINS = ["shop.example.com"];

describe("a certificate with its key", () => {
  const { issue, root, between, selfSigned } = bound(new Issuers(NOW));

  const check = (texts: readonly string[], key: KeyObject, domains = DOMAINS) =>
    checkPair(certificatesIn(texts.join("\n")), key, domains, NOW);

  it("is put in the order that web servers send, whatever the file's", () => {
    const leaf = issue();
    const expected = [leaf, between, root].map(({ certificate }) => new X509Certificate(certificate).toString());
    for (const file of [
      [leaf, between, root],
      [root, between, leaf],
      [between, leaf, root, leaf, between],
    ]) {
      const checked = check(
        file.map(({ certificate }) => certificate),
        leaf.key,
      );
      assert.ok(!("kind" in checked));
      assert.equal(checked.certificate, expected.join(""));
      assert.deepEqual([checked.uncovered, checked.doubt], [[], undefined]);
      assert.deepEqual(checked.summary.names, DOMAINS);
      assert.equal(checked.summary.issuer, "Between of a test");
      assert.equal(checked.summary.validTo, "2027-01-27T12:00:00.000Z");
    }
  });

  it("is refused for what no web server or browser takes", () => {
    const leaf = issue();
    const short = rsaKey(1_024);
    const odd = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey;
    for (const [kind, file, key] of [
      ["noMatch", [leaf], issue().key],
      ["weakKey", [issue({ key: short })], short],
      ["keyType", [issue({ key: odd })], odd],
      ["expired", [issue({ from: -90, to: -1 })], undefined],
      ["early", [issue({ from: 1, to: 90 })], undefined],
      ["strangers", [leaf, between, issue()], leaf.key],
      // it has the name of the one that has issued it, and another key
      ["strangers", [leaf, new Issuers(NOW).between], leaf.key],
    ] as const) {
      const checked = check(
        file.map(({ certificate }) => certificate),
        key ?? file[0].key,
      );
      assert.equal("kind" in checked ? checked.kind : "taken", kind);
    }
    const strangers = check([leaf.certificate, root.certificate], leaf.key);
    assert.deepEqual(strangers, { kind: "strangers", names: ["Root of a test"] });
    const expired = issue({ from: -90, to: -1 });
    assert.deepEqual(check([expired.certificate], expired.key), { kind: "expired", at: "2026-11-27T12:00:00.000Z" });
  });

  it("takes keys of RSA, too", () => {
    const key = rsaKey(2_048);
    assert.ok(!("kind" in check([issue({ key }).certificate], key)));
  });

  it("is in doubt where something is missing or nobody else has signed it", () => {
    const leaf = issue();
    const alone = check([leaf.certificate], leaf.key);
    const own = selfSigned(DOMAINS);
    const self = check([own.certificate], own.key);
    assert.deepEqual(
      [alone, self].map((checked) => ("kind" in checked ? checked.kind : checked.doubt)),
      ["cut", "selfSigned"],
    );
  });

  it("names the domains of the website that it is not for", () => {
    const domains = [
      "example.com",
      "a.example.com",
      "b.a.example.com",
      "*.example.com",
      "other.org",
      "192.0.2.1",
      "nobody",
    ];
    const uncoveredBy = (names: readonly string[]) => {
      const leaf = issue({ names });
      const checked = check([leaf.certificate], leaf.key, domains);
      assert.ok(!("kind" in checked));
      return checked.uncovered;
    };
    assert.deepEqual(uncoveredBy(["*.example.com"]), [
      "example.com",
      "b.a.example.com",
      "other.org",
      "192.0.2.1",
      "nobody",
    ]);
    // the subject alone, here "nobody", is no name for browsers
    assert.deepEqual(uncoveredBy([]), domains);
    assert.deepEqual(uncoveredBy(["OTHER.org", "example.com"]), [
      "a.example.com",
      "b.a.example.com",
      "*.example.com",
      "192.0.2.1",
      "nobody",
    ]);
  });
});

/** Its methods without it. */
function bound(issuers: Issuers) {
  const { root, between } = issuers;
  return { root, between, issue: issuers.issue.bind(issuers), selfSigned: issuers.selfSigned.bind(issuers) };
}
