import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { certificatesIn, summaryOf } from "../../../src/certificates/certificateChain.ts";
import { checkPair } from "../../../src/certificates/checkPair.ts";
import type { HeldCertificate } from "../../../src/resources/certificateInput.ts";
import { readHeld } from "../../../src/resources/siteCertificate.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { Issuers, pemOfKey } from "../certificates/pairs.ts";

const NAME = "shop.example.com";
const NGINX = `/www/server/panel/vhost/nginx/${NAME}.conf`;
const APACHE = `/www/server/panel/vhost/apache/${NAME}.conf`;
const FILE = `/www/server/panel/vhost/cert/${NAME}/fullchain.pem`;
const LOG = "/www/server/panel/logs/letsencrypt.log";
const ROW = siteRow({ id: 7, name: NAME, type: "PHP", running: true });
const TARGET = { key: "7", label: NAME };

/** A server with one website, whose panel orders what it is told to. */
class Server {
  readonly issuers = new Issuers(Date.now());
  readonly before = this.issuers.issue({ to: 5 });
  readonly ordered = this.issuers.issue({ from: 0, to: 90 });
  readonly files = new Map([
    [NGINX, `server {\n    # ssl_certificate /old;\n    ssl_certificate    ${FILE};\n    ssl_certificate_key x;\n}\n`],
    [FILE, this.before.certificate],
  ]);
  row = ROW;
  /** What happens on the server while the panel orders. */
  meanwhile = async (): Promise<void> => undefined;
  readonly journal = memoryFiles();
  readonly installed: string[] = [];
  readonly fixture = new RunnerFixture(
    {
      "site.list": () => listOf([this.row]),
      "file.text": ({ path }) => {
        const text = this.files.get(String(path));
        if (text === undefined) throw new PanelError({ kind: "rejected", message: "" });
        return { text };
      },
      "file.stat": ({ paths }) => listOf(paths.map((path) => ({ path, exists: false, isFile: false, bytes: 0 }))),
      "certificateOrder.order": async () => {
        await this.meanwhile();
        const { certificate, key } = this.ordered;
        return { certificate, key };
      },
      "certificate.install": async ({ certificate }) => {
        this.installed.push(certificate);
        this.files.set(FILE, certificate);
        return { msg: "" };
      },
    },
    60_000,
    this.journal,
  );

  held(): HeldCertificate {
    return summaryOf(new X509Certificate(this.files.get(FILE) ?? ""));
  }

  async order() {
    const input = { order: { domains: [NAME], replaces: this.held() } };
    return this.fixture.run({ kind: "site", verb: "orderCertificate", target: TARGET, row: ROW, input });
  }
}

describe("an order of a website's certificate", () => {
  let server: Server;
  beforeEach(() => (server = new Server()));

  it("ends as done once the website has what was ordered, which the panel does not give it", async () => {
    const outcome = await server.order();
    assert.equal(outcome.kind, "done");
    assert.deepEqual(server.installed, [server.ordered.certificate]);
  });

  it("installs nothing where the panel has given it to the website", async () => {
    server.meanwhile = async () => void server.files.set(FILE, server.ordered.certificate);
    assert.equal((await server.order()).kind, "done");
    assert.deepEqual(server.installed, []);
  });

  it("leaves alone what a colleague has given the website meanwhile", async () => {
    const colleagues = server.issuers.issue({ to: 120 });
    server.meanwhile = async () => void server.files.set(FILE, colleagues.certificate);
    const outcome = await server.order();
    assert.deepEqual(outcome, { kind: "failed", failure: { kind: "invalid", field: "certificate", rule: "kept" } });
    assert.deepEqual([server.installed, server.files.get(FILE)], [[], colleagues.certificate]);
  });

  it("leaves alone a new website of the same name, and one that is gone", async () => {
    for (const row of [
      { ...ROW, id: 8 },
      { ...ROW, name: "other.example.com" },
    ]) {
      server = new Server();
      server.files.set("/www/server/panel/vhost/nginx/other.example.com.conf", server.files.get(NGINX) ?? "");
      server.meanwhile = async () => void (server.row = row);
      const outcome = await server.order();
      assert.equal(outcome.kind, "failed");
      assert.deepEqual(server.installed, []);
    }
  });

  it("shows what the panel writes meanwhile, and not what it had written before", async () => {
    server.files.set(LOG, "|-Old order\n");
    server.meanwhile = async () => {
      server.files.set(LOG, "|-Creating order..\n|-Verifying domain name..\n");
      // as long as an authority takes
      await server.fixture.clock.sleep(20_000, new AbortController().signal);
    };
    assert.equal((await server.order()).kind, "done");
    const lines = server.fixture.steps.flatMap(({ line }) => line ?? []);
    assert.ok(lines.includes("Verifying domain name.."), lines.join("|"));
    assert.ok(!lines.includes("Old order"), lines.join("|"));
  });

  it("ends as done where the one before would have lasted longer, such as one of the website's own making", async () => {
    server.files.set(FILE, server.issuers.issue({ to: 900 }).certificate);
    assert.equal((await server.order()).kind, "done");
  });

  it("is unknown where its answer is lost, and done where the website has it in the end", async () => {
    for (const [gets, kind] of [
      [undefined, "uncertain"],
      [{ from: 0 }, "done"],
      // is no newer, or is for another name: what somebody else has installed
      [{ from: -2 }, "uncertain"],
      [{ from: 0, names: ["other.example.com"] }, "uncertain"],
    ] as const) {
      server = new Server();
      server.meanwhile = async () => {
        if (gets !== undefined) server.files.set(FILE, server.issuers.issue(gets).certificate);
        throw new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });
      };
      assert.equal((await server.order()).kind, kind, JSON.stringify(gets));
      assert.deepEqual(server.installed, []);
    }
  });
});

describe("a certificate that is installed", () => {
  it("has its key in no file of this computer", async () => {
    const server = new Server();
    const { certificate, key } = server.ordered;
    const pair = checkPair(certificatesIn(certificate), key, [NAME], Date.now());
    assert.ok(!("kind" in pair));
    const seen: string[] = [];
    const create = server.journal.create.bind(server.journal);
    server.journal.create = async (path, text) => {
      seen.push(text);
      return create(path, text);
    };
    const input = { certificate: { ...pair, replaces: server.held() } };
    const outcome = await server.fixture.run({
      kind: "site",
      verb: "installCertificate",
      target: TARGET,
      row: ROW,
      input,
    });
    assert.equal(outcome.kind, "done");
    // the change itself was written, with what the next window has to look for
    assert.ok(seen.some((text) => text.includes(pair.summary.fingerprint)));
    const lines = pemOfKey(key).split("\n").slice(1, -2);
    for (const text of [...seen, JSON.stringify(server.fixture.finished)])
      for (const line of ["PRIVATE", ...lines]) assert.ok(!text.includes(line), text);
  });
});

describe("the certificate that a website's configuration names", () => {
  const read = async (files: Readonly<Record<string, string>>) => {
    const fixture = new RunnerFixture({
      "file.text": ({ path }) => {
        const text = files[String(path)];
        if (text === undefined) throw new PanelError({ kind: "rejected", message: "" });
        return { text };
      },
    });
    return readHeld(fixture.calls.callFor(), NAME);
  };
  const { certificate } = new Issuers(Date.now()).issue();
  const { fingerprint256 } = new X509Certificate(certificate);

  it("is read by nginx's, else by Apache's", async () => {
    for (const files of [
      { [NGINX]: `ssl_certificate "/a.pem";`, "/a.pem": certificate },
      { [NGINX]: `  ssl_certificate\t/a.pem ;\n#ssl_certificate /b;`, "/a.pem": `${certificate}\nrest` },
      { [NGINX]: `server { listen 443 ssl; ssl_certificate '/a.pem'; }`, "/a.pem": certificate },
      { [NGINX]: `server {\n  ssl_certificate\n    /a.pem;\n}`, "/a.pem": certificate },
      { [APACHE]: `<VirtualHost *:443>\n  SSLCertificateFile /a.pem\n</VirtualHost>`, "/a.pem": certificate },
    ]) {
      const held = await read(files);
      assert.ok(typeof held === "object");
      assert.equal(held.fingerprint, fingerprint256);
    }
  });

  it("is none where none is named, whatever is stored", async () => {
    for (const text of [
      "",
      "# ssl_certificate /a.pem;",
      "listen 80; # ssl_certificate /a.pem;",
      "ssl_certificate_key /a.pem;",
    ])
      assert.equal(await read({ [NGINX]: text, "/a.pem": certificate, [FILE]: certificate }), "none");
  });

  it("is unreadable where its file is gone or holds something else", async () => {
    assert.equal(await read({ [NGINX]: "ssl_certificate /a.pem;" }), "unreadable");
    assert.equal(await read({ [NGINX]: "ssl_certificate /a.pem;", "/a.pem": "nothing" }), "unreadable");
  });

  it("is not known without a configuration", async () => {
    assert.equal(await read({}), undefined);
  });
});
