import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { ActionRunner, type ActionRecord } from "../../../src/actions/actionRunner.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { certificatesIn } from "../../../src/certificates/certificateChain.ts";
import { checkPair } from "../../../src/certificates/checkPair.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { storeCertificate } from "../../../src/demoPanel/demoCertificates.ts";
import { nginxProblem } from "../../../src/demoPanel/nginxConfiguration.ts";
import { notFoundPage } from "../../../src/demoPanel/http.ts";
import { writeFile } from "../../../src/demoPanel/serverFiles.ts";
import { playedEditions } from "../../../src/demoPanel/startDemoPanel.ts";
import { required, type HandlerContext, type SomeHandlers } from "../../../src/demoPanel/state.ts";
import { readHeld } from "../../../src/resources/siteCertificate.ts";
import type { Call } from "../../../src/resources/resource.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { Issuers, pemOfKey } from "../certificates/pairs.ts";

const NEVER = new AbortController().signal;
const VHOST = "/www/server/panel/vhost";
const OTHER = `${VHOST}/nginx/zz-other.conf`;

/** Stores the key as it was sent, blanks included, as panels did once. */
const storesBlanks: SomeHandlers = {
  "certificate.install": (context: HandlerContext) => {
    const { fields } = context;
    const [chain, key] = [required(fields, "csr"), required(fields, "key")];
    return storeCertificate(context, required(fields, "siteName"), { chain, key });
  },
};

for (const edition of knownEditions)
  describe(`a certificate that a web server refuses on ${edition}`, () => {
    let panel: DemoPanel;
    let connection: PanelConnection;
    let handlers: Record<string, unknown>;
    let runner: ActionRunner;
    let request: Parameters<ActionRunner["run"]>[0];
    let finished: ActionRecord[];
    let key: string;
    let call: Call;
    let cancelling: AbortController;

    beforeEach(async () => {
      handlers = {};
      cancelling = new AbortController();
      panel = await startDemoPanel({ edition, handlers });
      const fixture = new ConnectionFixture();
      fixture.key = panel.key;
      const { guard, clock, apiKey, onCall } = fixture;
      const record = panelRecord({ address: panel.address, guardLevel: "trusted" });
      connection = new PanelConnection(record, { guard, clock, apiKey, onCall, createTransport });
      call = connection.callFor(NEVER);
      finished = [];
      const actionClock = new SteppedClock({ speed: 10 });
      runner = new ActionRunner({
        confirm: async () => true,
        showProgress: (_requests, task) => task(cancelling.signal, () => undefined),
        clock: actionClock,
        claims: new TargetClaims({ root: "/data", clock: actionClock, files: memoryFiles() }),
        waitMs: () => 3_000,
        onFinished: async (done) => void finished.push(done),
      });
    });
    afterEach(async () => {
      connection.dispose();
      await panel.close();
    });

    /** The files that a website's certificate is made of, as text. */
    const filesOf = ({ name = "" }: Pick<Site, "name">) =>
      Object.fromEntries(
        [`${VHOST}/nginx/${name}.conf`, `${VHOST}/cert/${name}/fullchain.pem`, `${VHOST}/cert/${name}/privkey.pem`].map(
          (path) => [path, panel.state.files.get(path)?.bytes?.toString()],
        ),
      );

    async function siteWhere(has: boolean): Promise<Site> {
      const { rows } = await call("site.list", { page: 1, limit: 100 });
      const hasOne = ({ certificate }: Site) => typeof certificate === "object";
      return rows.find((row) => row.type === "PHP" && row.running === true && hasOne(row) === has) ?? assert.fail();
    }

    async function install(site: Site): Promise<Outcome> {
      const { id, name = "" } = site;
      const issued = new Issuers(Date.now()).issue({ names: [name], to: 30 });
      key = pemOfKey(issued.key);
      const pair = checkPair(certificatesIn(issued.certificate), issued.key, [name], Date.now());
      assert.ok(!("kind" in pair));
      const replaces = (await readHeld(call, name)) ?? assert.fail();
      const target = { key: String(id), label: name };
      const input = { certificate: { ...pair, replaces } };
      request = {
        panel: connection,
        kind: "site",
        verb: "installCertificate",
        target,
        row: site,
        input,
        state: "running",
      };
      return runner.run(request);
    }

    const told = (outcome: Outcome) => outcomeText(request, outcome)?.message ?? "";
    const write = (text: string) => {
      writeFile(panel.state.files, OTHER, Buffer.from(text), 0);
      panel.shell.synchronise();
    };
    const problem = () => nginxProblem(panel.state.files);

    it("is taken back with its key and configuration, and it is said that all is as before", async () => {
      Object.assign(handlers, storesBlanks);
      const site = await siteWhere(true);
      const before = filesOf(site);
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["rolledBack", "brokeWebServer"]);
      assert.deepEqual(filesOf(site), before);
      assert.equal(problem(), undefined);
      assert.match(
        told(outcome),
        /cannot load certificate key .*What was there before is back, and the web server accepts/s,
      );
      for (const text of [told(outcome), JSON.stringify(finished)])
        for (const line of key.split("\n").slice(1, -2)) assert.ok(!text.includes(line), text);
    });

    it("leaves a website without https as it was", async () => {
      Object.assign(handlers, storesBlanks);
      const site = await siteWhere(false);
      const configuration = filesOf(site)[`${VHOST}/nginx/${site.name}.conf`];
      const outcome = await install(site);
      assert.equal(outcome.kind, "failed");
      assert.equal(filesOf(site)[`${VHOST}/nginx/${site.name}.conf`], configuration);
      assert.equal(problem(), undefined);
    });

    it("is taken back where the panel says that all is well", async () => {
      Object.assign(handlers, {
        "certificate.install": (context: HandlerContext) => {
          storesBlanks["certificate.install"]?.(context);
          return { status: true, msg: "ok" };
        },
      });
      const site = await siteWhere(true);
      const before = filesOf(site);
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["rolledBack", "brokeWebServer"]);
      assert.deepEqual(filesOf(site), before);
    });

    it("is taken back where its answer is lost, and where somebody cancels", async () => {
      for (const cancels of [false, true]) {
        Object.assign(handlers, {
          "certificate.install": (context: HandlerContext) => {
            storesBlanks["certificate.install"]?.(context);
            if (cancels) cancelling.abort();
            return notFoundPage;
          },
        });
        const site = await siteWhere(true);
        const before = filesOf(site);
        const outcome = await install(site);
        assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["rolledBack", "brokeWebServer"]);
        assert.deepEqual(filesOf(site), before);
      }
    });

    it("is told from what was broken before, of which nothing is mended", async () => {
      write("server {\n    listen 80\n}\n");
      const was = problem() ?? assert.fail();
      const site = await siteWhere(true);
      const before = filesOf(site);
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["rolledBack", "brokenBefore"]);
      assert.deepEqual([filesOf(site), problem()], [before, was]);
      assert.match(told(outcome), /zz-other\.conf.*It did so before, too/s);
    });

    it("has a configuration put back that the panel has changed although it refused", async () => {
      const site = await siteWhere(true);
      const path = `${VHOST}/nginx/${site.name}.conf`;
      Object.assign(handlers, {
        // of an older call for another website
        "certificate.install": ({ state }: HandlerContext) => {
          const other = state.sites.find(({ name }) => name !== site.name) ?? assert.fail();
          const text = state.files.get(`${VHOST}/nginx/${other.name}.conf`)?.bytes ?? assert.fail();
          writeFile(state.files, path, text, 0);
          return { status: false, msg: "no" };
        },
      });
      const before = filesOf(site);
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["rolledBack", "refusedHalfway"]);
      assert.deepEqual(filesOf(site), before);
      assert.match(told(outcome), /The panel says: no\. The panel had changed files all the same/);
    });

    it("is said to be there where it could not be put back", async () => {
      const site = await siteWhere(true);
      Object.assign(handlers, storesBlanks, { "file.upload": () => ({ status: false, msg: "no" }) });
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["wentWrong", "notPutBack"]);
      assert.match(told(outcome), /cannot load certificate key .*could not be put back.*ended so: The panel says: no/s);
    });

    it("keeps the panel's reason where what it has changed could not be written back", async () => {
      const site = await siteWhere(true);
      const path = `${VHOST}/nginx/${site.name}.conf`;
      Object.assign(handlers, {
        "certificate.install": ({ state }: HandlerContext) => {
          const other = state.sites.find(({ name }) => name !== site.name) ?? assert.fail();
          const text = state.files.get(`${VHOST}/nginx/${other.name}.conf`)?.bytes ?? assert.fail();
          writeFile(state.files, path, text, 0);
          return { status: false, msg: "ca md too weak" };
        },
        // as BaoTa 7.9.25 answers a move onto a file
        "file.move": () => ({ status: false, msg: "目标文件名已存在!" }),
      });
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["wentWrong", "notPutBack"]);
      assert.match(
        told(outcome),
        /: The panel says: ca md too weak\. What.*ended so: The panel says: 目标文件名已存在!/s,
      );
    });

    it("is not sent to a panel whose version would store a key that nothing loads, and that is said", async () => {
      const total = playedEditions[edition].handlers["system.total"] ?? assert.fail();
      Object.assign(handlers, {
        "system.total": (context: HandlerContext) => ({
          ...(total(context) as object),
          version: edition === "baota" ? "7.9.25" : "7.10.0",
        }),
        "certificate.install": () => assert.fail("it was sent"),
      });
      const outcome = await install(await siteWhere(true));
      const failure = { kind: "invalid", field: "key", rule: "older" };
      assert.deepEqual(outcome, { kind: "failed", failure });
    });

    it("is not sent where a file of before cannot be kept, and the reason is said", async () => {
      const site = await siteWhere(true);
      const path = `${VHOST}/cert/${site.name}/privkey.pem`;
      writeFile(panel.state.files, path, Buffer.alloc(5 * 1024 * 1024), 0);
      Object.assign(handlers, { "certificate.install": () => assert.fail("it was sent") });
      const outcome = await install(site);
      assert.equal(outcome.kind, "prevented");
      assert.match(told(outcome), /privkey\.pem” has 5\.2 MB; .*Nothing was sent\.$/);
    });

    it("is said to be there with the reason where a file of before could not be written back", async () => {
      const site = await siteWhere(true);
      const path = `${VHOST}/cert/${site.name}/privkey.pem`;
      Object.assign(handlers, {
        "certificate.install": (context: HandlerContext) => {
          const answer = storesBlanks["certificate.install"]?.(context);
          const { files } = context.state;
          files.set(path, { ...(files.get(path) ?? assert.fail()), isLocked: true });
          return answer;
        },
      });
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["wentWrong", "notPutBack"]);
      assert.match(told(outcome), /could not be put back.*privkey\.pem” is locked against changes/s);
    });

    it("is done where the web server accepts it, and unchecked where that is not told", async () => {
      const site = await siteWhere(true);
      const { fingerprint256 } = new X509Certificate(filesOf(site)[`${VHOST}/cert/${site.name}/fullchain.pem`] ?? "");
      const outcome = await install(site);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["done", false]);
      const held = await readHeld(call, site.name ?? "");
      assert.ok(typeof held === "object" && held.fingerprint !== fingerprint256);
      Object.assign(handlers, { "service.list": () => ({ status: 0, web: { setup: true, type: "openlitespeed" } }) });
      const unchecked = await install(site);
      assert.deepEqual([unchecked.kind, "why" in unchecked && unchecked.why], ["done", "unchecked"]);
    });
  });
