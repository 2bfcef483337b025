import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { actionCommand } from "../../../../src/commands/resources/actionCommand.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import type { ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { fileEntry, listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { removeTemporaryDirectories, temporaryDirectory } from "../../../fakes/storageFixture.ts";
import { Issuers, pemOfKey, rsaKey } from "../../certificates/pairs.ts";

const SITE = siteRow({ id: 7, name: "shop.example.com", type: "PHP", running: true });
const CONFIGURATION = "/www/server/panel/vhost/nginx/shop.example.com.conf";
const FILE = "/www/server/panel/vhost/cert/shop.example.com/fullchain.pem";

describe("giving a website a certificate", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let issuers: Issuers;
  let directory: string;
  /** What the web server has, by path. */
  let files: Map<string, string>;
  let domains: readonly string[];

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    issuers = new Issuers(window.clock.wallTime());
    directory = await temporaryDirectory();
    files = new Map([[CONFIGURATION, "server {\n    listen 80;\n}\n"]]);
    domains = ["shop.example.com"];
    window.handlers = {
      "site.list": () => listOf([SITE]),
      "site.domains": () => listOf(domains.map((name) => ({ name, port: 80 }))),
      "file.text": ({ path }) => {
        const text = files.get(String(path));
        if (text === undefined) throw new PanelError({ kind: "rejected", message: "no such file" });
        return { text };
      },
      "file.stat": ({ paths }) =>
        listOf(paths.map((path) => fileEntry(path, files.has(path), files.get(path)?.length))),
      "file.read": ({ path, from, length }) => {
        const bytes = Buffer.from(files.get(path) ?? "");
        return { bytes: bytes.subarray(from, from + length), from, total: bytes.length };
      },
      "file.hash": ({ path }) =>
        createHash("sha1")
          .update(files.get(path) ?? "")
          .digest("hex"),
      "service.list": () => ({ rows: [{ name: "nginx", version: "1.24.0", running: true }], unreadable: [], total: 1 }),
      "service.control": () => ({ msg: "" }),
      "certificate.install": ({ certificate }) => {
        files.set(FILE, certificate);
        files.set(CONFIGURATION, `server {\n    ssl_certificate ${FILE};\n}\n`);
        return { msg: "" };
      },
    };
  });
  afterEach(() => window.dispose());
  after(removeTemporaryDirectories);

  const installs = () =>
    window
      .calls(panel.id)
      .made.flatMap(([id, params]) =>
        id === "certificate.install" ? [params as ParamsOf<"certificate.install">] : [],
      );

  const run = async (verb: "installCertificate" | "orderCertificate", ...answers: readonly ScriptedAnswer[]) => {
    const [item] = await window.items(panel, "site");
    return window.run(actionCommand(verb), [item?.id], ...answers);
  };

  /** Chooses these files, and answers what is asked then. */
  async function install(
    certificate: string | Buffer,
    key: string | Buffer | undefined,
    ...answers: readonly ScriptedAnswer[]
  ) {
    for (const [word, content] of [
      ["Certificate", certificate],
      ["Private Key", key],
    ] as const) {
      const path = join(directory, `${word.replace(" ", "")}.pem`);
      window.workbench.localFor.delete(word);
      if (content === undefined) continue;
      await writeFile(path, content);
      window.workbench.localFor.set(word, path);
    }
    return run("installCertificate", ...answers);
  }

  const chainOf = (leaf: { readonly certificate: string }) =>
    leaf.certificate + issuers.between.certificate + issuers.root.certificate;

  const yes = { to: "Install a certificate for website “shop.example.com”", with: true };

  it("asks for no file and no domain where the panel cannot do it", async () => {
    window.lacks = ["certificate.install", "certificateOrder.order"];
    const leaf = issuers.issue();
    for (const { questions, messages } of [
      await install(chainOf(leaf), pemOfKey(leaf.key)),
      await run("orderCertificate"),
    ]) {
      assert.equal(questions.length, 0);
      assert.equal(messages.length, 1);
    }
    assert.deepEqual(
      window.calls(panel.id).made.filter(([id]) => id === "site.domains"),
      [],
    );
  });

  it("says what visitors get, sends it once, and looks at what the configuration names then", async () => {
    const leaf = issuers.issue();
    const { questions, messages } = await install(chainOf(leaf), pemOfKey(leaf.key), yes);
    const detail = questions[0]?.detail ?? "";
    assert.match(detail, /^Certificate for: shop\.example\.com$/m);
    assert.match(detail, /^Issuer: Between of a test$/m);
    assert.ok(detail.includes(`SHA-256: ${new X509Certificate(leaf.certificate).fingerprint256}`), detail);
    assert.match(detail, /has no certificate so far/);
    assert.doesNotMatch(detail, /browsers warn|lacks/);
    assert.equal(installs().length, 1);
    const [sent] = installs();
    assert.ok(sent !== undefined);
    assert.equal(sent.name, "shop.example.com");
    assert.ok(sent.key.equals(leaf.key));
    assert.match(messages[0]?.message ?? "", /has the certificate\..*what visitors get was not looked at\./);
    // an Activity entry and its log lines have no more than the outcome
    const kept = JSON.stringify([window.finished, window.log.lines]);
    assert.ok(!kept.includes("PRIVATE") && !kept.includes(pemOfKey(leaf.key).split("\n")[1] ?? "?"), kept);
  });

  it("names what is replaced, and refuses what is there already", async () => {
    const [before, leaf] = [issuers.issue({ to: 5 }), issuers.issue()];
    await install(chainOf(before), pemOfKey(before.key), yes);
    const { questions } = await install(chainOf(leaf), pemOfKey(leaf.key), yes);
    const { fingerprint256 } = new X509Certificate(before.certificate);
    assert.match(questions[0]?.detail ?? "", /It replaces that for shop\.example\.com, whose last day is /);
    assert.ok(questions[0]?.detail.includes(`SHA-256: ${fingerprint256}\n\nPanel: `), questions[0]?.detail);
    const again = await install(chainOf(leaf), pemOfKey(leaf.key));
    assert.deepEqual(
      again.messages.map(({ message }) => message),
      ["“shop.example.com” has this certificate already. Nothing was sent."],
    );
  });

  it("warns of domains that it is not for, and of what browsers do not trust", async () => {
    domains = ["shop.example.com", "www.example.com"];
    const own = issuers.selfSigned(["shop.example.com"]);
    const self = await install(own.certificate, pemOfKey(own.key), { ...yes, with: false });
    assert.match(self.questions[0]?.detail ?? "", /not for these domains .*: www\.example\.com$/m);
    assert.match(self.questions[0]?.detail ?? "", /Nobody has signed it but its owner/);
    const leaf = issuers.issue({ names: ["other.example.org"] });
    const other = await install(leaf.certificate, pemOfKey(leaf.key), { ...yes, with: false });
    assert.match(other.questions[0]?.detail ?? "", /: shop\.example\.com, www\.example\.com$/m);
    assert.match(other.questions[0]?.detail ?? "", /lacks the certificate that it was issued by/);
    assert.deepEqual(installs(), []);
  });

  it("takes a file with both, DER, and any key format, and sends PEM", async () => {
    const leaf = issuers.issue();
    await install(chainOf(leaf) + pemOfKey(leaf.key), undefined, yes);
    files.set(CONFIGURATION, "server {\n}\n");
    const der = new X509Certificate(leaf.certificate).raw;
    await install(der, leaf.key.export({ type: "sec1", format: "der" }), yes);
    assert.deepEqual(
      installs().map(({ certificate }) => certificate.startsWith(leaf.certificate)),
      [true, true],
    );
  });

  it("refuses with a sentence what no web server could use, and sends nothing", async () => {
    const leaf = issuers.issue();
    const pem = pemOfKey(leaf.key);
    const short = rsaKey(1_024);
    const ed25519 = generateKeyPairSync("ed25519").privateKey;
    const locked = leaf.key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" });
    const expired = issuers.issue({ from: -90, to: -1 });
    const early = issuers.issue({ from: 2, to: 90 });
    const cases: readonly (readonly [RegExp, string | Buffer, string | Buffer | undefined])[] = [
      [/has no certificate that can be read/, "nonsense", undefined],
      [/has no certificate that can be read/, "", undefined],
      [/is a request for a certificate/, "-----BEGIN CERTIFICATE REQUEST-----\nAA\n", undefined],
      [/is a private key\. Choose the certificate first/, pem, undefined],
      [/larger than any certificate/, Buffer.alloc(300_000), undefined],
      [
        /store of certificates and keys.*openssl pkcs12 /,
        Buffer.from(`30820a00020103${"00".repeat(9)}`, "hex"),
        undefined,
      ],
      [/has no private key that can be read/, leaf.certificate, "nonsense"],
      [/is a certificate\. Choose the private key/, leaf.certificate, leaf.certificate],
      [/has a password.*openssl pkey /, leaf.certificate, locked],
      [/belongs to none of the certificates/, leaf.certificate, pemOfKey(issuers.issue().key)],
      [/shorter than 2,048 bits/, issuers.issue({ key: short }).certificate, pemOfKey(short)],
      [/belongs to none/, leaf.certificate, pemOfKey(ed25519)],
      [/has expired: its last day was /, expired.certificate, pemOfKey(expired.key)],
      [/is not valid before /, early.certificate, pemOfKey(early.key)],
      [/by which this one was not issued: Root of a test/, leaf.certificate + issuers.root.certificate, pem],
    ];
    for (const [expected, certificate, key] of cases) {
      const { messages, questions } = await install(certificate, key);
      assert.deepEqual(questions, [], String(expected));
      assert.match(messages.map(({ message }) => message).join(), expected);
      assert.match(messages[0]?.message ?? "", /Nothing was sent\.$/);
    }
    window.workbench.localFor.set("Certificate", join(directory, "gone", "a.pem"));
    const gone = await run("installCertificate");
    assert.match(gone.messages[0]?.message ?? "", /could not be read \(ENOENT\)/);
    assert.deepEqual(installs(), []);
  });

  it("sends nothing where files or questions are dismissed", async () => {
    const leaf = issuers.issue();
    window.workbench.localFor.clear();
    for (const answer of [await run("installCertificate"), await install(leaf.certificate, undefined)])
      assert.deepEqual([answer.messages, answer.questions], [[], []]);
    await install(chainOf(leaf), pemOfKey(leaf.key), { ...yes, with: false });
    assert.deepEqual(installs(), []);
  });

  it("sends nothing where the website has got another certificate while the question was open", async () => {
    const leaf = issuers.issue();
    const colleagues = issuers.issue();
    files.set(FILE, issuers.issue().certificate);
    files.set(CONFIGURATION, `server {\n    ssl_certificate ${FILE};\n}\n`);
    let reads = 0;
    const { "file.text": read } = window.handlers;
    window.handlers = {
      ...window.handlers,
      // the first two are before the question
      "file.text": (...args) => {
        if ((reads += 1) === 3) files.set(FILE, colleagues.certificate);
        return read?.(...args) ?? assert.fail();
      },
    };
    const { messages } = await install(chainOf(leaf), pemOfKey(leaf.key), yes);
    assert.match(
      messages[0]?.message ?? "",
      /has another certificate than the question has named\. Nothing was sent\./,
    );
    assert.deepEqual(installs(), []);
  });

  it("says that it is unconfirmed where the panel says yes and the configuration names another one", async () => {
    window.handlers = { ...window.handlers, "certificate.install": () => ({ msg: "saved" }) };
    const leaf = issuers.issue();
    const { messages } = await install(chainOf(leaf), pemOfKey(leaf.key), yes);
    assert.match(messages[0]?.message ?? "", /sent, not confirmed/);
  });

  describe("by an order", () => {
    const order = { to: "Order Certificate for shop.example.com" };

    it("offers its domains, but for wildcards and addresses, all chosen", async () => {
      domains = ["shop.example.com", "*.example.com", "192.0.2.1", "www.example.com"];
      const { choices, suggested, questions } = await run(
        "orderCertificate",
        { ...order, with: "www.example.com" },
        { to: "Order a certificate for website", with: false },
      );
      assert.deepEqual(choices[0], ["shop.example.com", "www.example.com"]);
      assert.deepEqual(suggested[0], ["shop.example.com", "www.example.com"]);
      assert.match(questions[0]?.detail ?? "", /^Certificate for: www\.example\.com$/m);
    });

    it("offers no more domains than one order takes, and says so", async () => {
      domains = Array.from({ length: 101 }, (_, index) => `d${index}.example.com`);
      const to = "All of them have to lead to this server. An order takes at most 100 domains. Not listed: 1.";
      const { choices } = await run("orderCertificate", { to, with: undefined });
      assert.equal(choices[0]?.length, 100);
    });

    it("has a sentence where there is nothing to order", async () => {
      domains = ["*.example.com", "192.0.2.1"];
      assert.match((await run("orderCertificate")).messages[0]?.message ?? "", /has no domain for which/);
      domains = ["shop.example.com"];
      const none = await run("orderCertificate", { ...order, with: "" });
      assert.match(none.messages[0]?.message ?? "", /No domain is chosen\. Nothing was sent\./);
    });

    it("shows what the panel says where its authority is not reached", async () => {
      const message = "curl: (6) Could not resolve host: acme-v02.api.letsencrypt.org";
      window.handlers = { ...window.handlers, "certificateOrder.order": failing({ kind: "rejected", message }) };
      const { messages } = await run(
        "orderCertificate",
        { ...order, with: "shop.example.com" },
        { to: "Order a certificate for website", with: true },
      );
      assert.match(messages[0]?.message ?? "", /The panel says: curl: \(6\) Could not resolve host/);
      assert.deepEqual(installs(), []);
    });
  });
});
