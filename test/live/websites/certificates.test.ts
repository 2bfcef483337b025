import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verb } from "../../../src/resources/verbs.ts";
import { temporaryDirectory } from "../../fakes/storageFixture.ts";
import { Issuers, pemOfKey } from "../../unit/certificates/pairs.ts";
import { isDemo } from "../livePanels.ts";
import { compare, onEachPanel, soon } from "../onEachPanel.ts";

onEachPanel("Certificates of websites", (live, edition) => {
  const issuers = new Issuers(Date.now());
  let domain: string;
  let directory: string;
  let isThere: boolean;

  before(async () => {
    isThere = await live.panel.has("webServer");
    domain = `${live.panel.prefix}-tls.example.com`;
    directory = await temporaryDirectory();
    if (!isThere) return;
    const root = `/www/wwwroot/${domain}`;
    const planned = { domain, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "" };
    assert.equal((await live.target.create(planned)).outcome.kind, "created");
  });
  after(async () => {
    if (isThere) await live.target.act("site", "remove", domain, { parts: ["root"] });
  });

  const made = () => issuers.issue({ names: [domain] });
  type Pair = ReturnType<typeof made>;

  /** Chooses the files of a certificate, with its own key or another one's. */
  async function install(pair: Pair, key = pair.key) {
    const files = { certificate: join(directory, "a.crt"), key: join(directory, "a.key") };
    await writeFile(files.certificate, pair.certificate + issuers.between.certificate);
    await writeFile(files.key, pemOfKey(key));
    return live.target.act("site", "installCertificate", domain, { files });
  }

  const isServed = async ({ certificate }: Pair) =>
    (await live.panel.server.servedCertificate(domain)) === new X509Certificate(certificate).fingerprint256;

  function tell(verb: Verb, result: Awaited<ReturnType<typeof install>>, isSo: boolean, kinds: readonly string[]) {
    compare(live, `site.${verb}`, result, { isSo, so: isSo ? "served" : "not served", kinds });
  }

  it("are installed from files, served, and replaced", async () => {
    if (!isThere) return;
    for (const pair of [made(), made()]) {
      const result = await install(pair);
      tell("installCertificate", result, await soon(async () => isServed(pair)), ["done"]);
      assert.ok(result.question.includes(`Certificate for: ${domain}\n`), result.question);
    }
  });

  it("leave their keys in none of the panel's logs", async () => {
    if (!isThere) return;
    const pair = made();
    assert.match((await install(pair)).message, /has the certificate/);
    // of a key's second line, in which nothing is the same in others
    const part = pemOfKey(pair.key).split("\n")[2] ?? assert.fail();
    const { server } = live.panel;
    // panels write after they have answered, and this one later than that
    await live.target.item("site", domain);
    assert.deepEqual(await server.logsWith(part), []);
  });

  it("are refused here with the key of another one, and what is served stays", async () => {
    if (!isThere) return;
    const [before, pair] = [made(), made()];
    await install(before);
    const result = await install(pair, before.key);
    tell("installCertificate", result, await isServed(pair), ["none"]);
    assert.match(result.message, /The key belongs to none of the certificates/);
    assert.ok(await isServed(before));
  });

  it("are ordered where an authority is reached, and else it is said why not", async () => {
    if (!isThere) return;
    const before = made();
    await install(before);
    const result = await live.target.act("site", "orderCertificate", domain);
    const stays = await isServed(before);
    tell("orderCertificate", result, !stays, isDemo(edition) ? ["done"] : ["failed"]);
    if (!isDemo(edition)) assert.match(result.message, /The panel says: .*acme/i);
  });
});
