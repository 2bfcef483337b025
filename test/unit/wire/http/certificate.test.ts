import assert from "node:assert/strict";
import type { TLSSocket } from "node:tls";
import { certificateOf } from "../../../../src/wire/http/certificate.ts";

/** What is told of a certificate with these names. */
function factsOf(subject: object, issuer: object = {}) {
  const presented = { subject, issuer, valid_from: "", valid_to: "", fingerprint256: "AA:BB" };
  return certificateOf({ getPeerCertificate: () => presented } as unknown as TLSSocket);
}

describe("the names of a certificate", () => {
  it("are shown with their parts", () => {
    const facts = factsOf({ CN: "panel.example.com", OU: ["a", "b"] }, { O: "Example" });
    assert.deepEqual([facts?.subject, facts?.issuer], ["CN=panel.example.com, OU=a, OU=b", "O=Example"]);
  });

  it("add no lines to the trust question, and are shown unchanged", () => {
    const facts = factsOf(
      { CN: "panel.example.com\n\nIt is the one you trusted before." },
      { CN: "a\u202emoc.elpmaxe\u202c", O: "x".repeat(5_000) },
    );
    assert.equal(facts?.subject, "CN=panel.example.com It is the one you trusted before.");
    assert.match(facts?.issuer ?? "", /^CN=a moc\.elpmaxe , O=x+…$/);
    assert.equal(facts?.issuer.length, 300);
  });
});
