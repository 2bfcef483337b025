import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import type { CalledBy } from "../../../src/connection/lockoutGuard.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";

const NEVER = new AbortController().signal;
const PAGE = { status: 404, contentType: "text/html", body: "<html>" };
const GATEWAY = { status: 502, contentType: "text/html", body: "<html>" };
const TOTAL = '{"memTotal":1,"version":"8.10.0"}';
const PROJECTS = '{"page":"","data":[]}';
const REFUSAL = { body: '{"status":false,"msg":"Secret key verification failed"}', contentType: "text/html" };

/** What panels of both editions answer, by the path. */
const ANSWERS: Readonly<Record<"baota" | "aapanel", Readonly<Record<string, FakeAnswer>>>> = {
  baota: { "/system": { body: TOTAL }, "/mod/java/project/project_list/stype": { body: PROJECTS } },
  aapanel: {
    "/system": { body: TOTAL },
    "/v2/system": { body: `{"status":0,"timestamp":1,"message":${TOTAL}}` },
    "/v2/project/java/get_project_list": { body: PROJECTS },
  },
};

const kindOf = (error: unknown) => failureOf(error)?.kind;

describe("the edition that a connection learns", () => {
  let fixture: ConnectionFixture;
  let connection: PanelConnection;
  /** By path, before what the panel answers. */
  let faults: Record<string, FakeAnswer | ((request: SentRequest) => Promise<FakeAnswer>)>;

  function connect(edition: "baota" | "aapanel"): void {
    fixture = new ConnectionFixture();
    faults = {};
    fixture.answer = async (request) => {
      const { pathname } = request.url;
      const fault = faults[pathname];
      return typeof fault === "function" ? fault(request) : (fault ?? ANSWERS[edition][pathname] ?? PAGE);
    };
    connection = new PanelConnection(panelRecord(), fixture);
  }

  const projects = (signal = NEVER, by: CalledBy = "user") =>
    connection.callFor(signal, by)("java.list", { page: 1, limit: 9 });
  const total = () => connection.callFor(NEVER)("system.total", {});
  /** The paths that were asked for since the last look. */
  function sent(): readonly string[] {
    const paths = fixture.transports.flatMap((transport) => transport.sent.splice(0).map(({ url }) => url.pathname));
    return paths.map((path) => (path.includes("java") ? "projects" : path));
  }

  it("follows from a route that only aaPanel has if the request for it fails: logs are found all the same", async () => {
    connect("aapanel");
    faults["/v2/system"] = GATEWAY;
    faults["/site"] = async ({ fields }) => {
      const isAccess = fields.some(([, value]) => value === "GetSiteLogs");
      const empty = '{"status":true,"msg":"Project-Id-Version: \\nLanguage: en\\n"}';
      return { body: isAccess ? empty : '{"status":false,"msg":"Specific parameters are invalid!"}' };
    };
    faults["/v2/site"] = { body: '{"status":0,"timestamp":1,"message":{"result":"[error] x"}}' };
    const call = connection.callFor(NEVER);
    assert.deepEqual(await call("site.accessLog", { name: "shop.example.com" }), { text: "" });
    assert.equal(connection.edition, "unknown");
    assert.deepEqual(await call("site.errorLog", { name: "shop.example.com" }), { text: "[error] x" });
    assert.equal(connection.edition, "aapanel");
  });

  for (const edition of ["baota", "aapanel"] as const)
    it(`is asked for once, before the first call that differs, after the total: ${edition}`, async () => {
      connect(edition);
      assert.equal(connection.edition, "unknown");
      await projects();
      await projects();
      assert.equal(connection.edition, edition);
      const asked = { baota: ["/system", "/v2/system", "/system"], aapanel: ["/system", "/v2/system"] };
      assert.deepEqual(sent(), [...asked[edition], "projects", "projects"], "a page counts beside a total alone");
    });

  it("costs one request where the total is known, and none where a call is the same on both", async () => {
    connect("aapanel");
    await total();
    await assert.rejects(connection.callFor(NEVER)("terminal.hosts", {}));
    assert.deepEqual(sent(), ["/system", "/xterm"]);
    await projects();
    assert.deepEqual(sent(), ["/v2/system", "projects"]);
    assert.equal(await connection.learnEdition(NEVER), "aapanel");
    assert.deepEqual(sent(), []);
  });

  it("is asked for once by all who want it at once", async () => {
    connect("aapanel");
    await Promise.all([projects(), projects(), connection.learnEdition(NEVER)]);
    assert.deepEqual(
      sent().filter((path) => path !== "projects"),
      ["/system", "/v2/system"],
    );
  });

  it("is learned for the others if one caller cancels", async () => {
    connect("aapanel");
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<FakeAnswer>();
    faults["/v2/system"] = () => (asked.resolve(), answer.promise);
    const leaving = new AbortController();
    const left = projects(leaving.signal);
    const stayed = projects();
    await asked.promise;
    leaving.abort();
    await assert.rejects(left, (error) => kindOf(error) === "cancelled");
    answer.resolve(ANSWERS.aapanel["/v2/system"] ?? PAGE);
    await stayed;
    assert.equal(connection.edition, "aapanel");
    assert.deepEqual(sent(), ["/system", "/v2/system", "projects"]);
  });

  it("is known of older panels, whether they send the 404 page or their page about the entrance", async () => {
    const entrance = { body: "<title>x</title><p>1. /etc/init.d/bt default</p>" };
    for (const missing of [PAGE, entrance])
      for (const [time, edition] of [
        ["12 Day(s)", "aapanel"],
        ["12天", "baota"],
      ] as const) {
        connect("baota");
        faults["/system"] = { body: JSON.stringify({ memTotal: 24105, version: "6.8.37", time }) };
        faults["/v2/system"] = missing;
        assert.equal(await connection.learnEdition(NEVER), edition, time);
        assert.equal(await connection.learnEdition(NEVER), edition, "it is not asked for ever");
        assert.deepEqual(sent(), ["/system", "/v2/system", "/system"]);
      }
  });

  it("stays unknown after an unclear answer: every route is tried, and the next total asks again", async () => {
    const failures: readonly (typeof faults)[string][] = [
      GATEWAY,
      { body: "{}" },
      { body: TOTAL },
      () => Promise.reject(new PanelError({ kind: "timeout", afterMs: 1 })),
      () => Promise.reject(new PanelError({ kind: "network", code: "ECONNRESET" })),
    ];
    for (const fault of failures) {
      connect("baota");
      faults["/v2/system"] = fault;
      await projects();
      assert.equal(connection.edition, "unknown");
      const first = sent();
      assert.deepEqual([first.filter((path) => path === "/system").length, first.at(-1)], [1, "projects"]);
      await projects(NEVER, "automatic");
      assert.deepEqual(sent(), ["projects"], "it is not asked again with each call");
      faults = {};
      await total();
      assert.deepEqual(sent(), ["/system"]);
      await projects();
      assert.equal(connection.edition, "baota");
      assert.deepEqual(sent(), ["/v2/system", "/system", "projects"]);
    }
  });

  it("also follows from an answer on a route of aaPanel alone, which hides the operations it lacks", async () => {
    connect("aapanel");
    faults["/v2/system"] = GATEWAY;
    await total();
    assert.equal(await connection.offers("java.restart", NEVER), true);
    await projects();
    assert.equal(connection.edition, "aapanel");
    assert.equal(await connection.offers("java.restart", NEVER), false);
    sent();
    await projects();
    await assert.rejects(
      connection.callFor(NEVER)("java.restart", { project: "a" }),
      (error) => kindOf(error) === "unsupported",
    );
    assert.deepEqual(sent(), ["projects"]);
  });

  it("is not concluded from a page where the total is answered with one too", async () => {
    connect("baota");
    faults["/system"] = PAGE;
    await projects();
    assert.equal(connection.edition, "unknown");
    // nothing documented is answered either
    assert.deepEqual(sent(), ["/system", "/xterm", "/system", "projects"]);
  });

  it("is not requested from a panel that does not answer, nor is the call that needed it", async () => {
    for (const kind of ["timeout", "network"] as const) {
      connect("baota");
      const failure = kind === "timeout" ? { kind, afterMs: 1 } : { kind, code: "ECONNREFUSED" };
      faults["/system"] = () => Promise.reject(new PanelError(failure));
      await assert.rejects(projects(), (error) => kindOf(error) === kind);
      assert.equal(new Set(sent()).size, 1);
    }
  });

  it("counts for the lockout as any call does: after a refusal nothing follows", async () => {
    for (const path of ["/system", "/v2/system"]) {
      connect("aapanel");
      faults[path] = REFUSAL;
      await assert.rejects(projects(), (error) => kindOf(error) === "refused");
      assert.equal(sent().at(-1), path);
      await assert.rejects(projects(NEVER, "automatic"), (error) => kindOf(error) === "refused");
      assert.deepEqual(sent(), [], "calls wait for a person");
      faults = {};
      await projects(NEVER, "retry");
      assert.equal(connection.edition, "aapanel");
    }
  });

  it("is not concluded from the page of an API that was closed since the total, and nothing follows", async () => {
    connect("aapanel");
    await total();
    faults = { "/system": PAGE, "/v2/system": PAGE };
    await assert.rejects(projects(), (error) => kindOf(error) === "page");
    assert.deepEqual([connection.edition, sent()], ["unknown", ["/system", "/v2/system", "/system"]]);
    faults = {};
    await projects();
    assert.deepEqual([connection.edition, sent()], ["aapanel", ["/v2/system", "projects"]]);
  });

  it("is requested again after a person's total if one page decided it, and after no automatic one", async () => {
    connect("aapanel");
    faults = { "/v2/system": PAGE, "/mod/java/project/project_list/stype": { body: PROJECTS } };
    await projects();
    assert.equal(connection.edition, "baota");
    faults["/v2/system"] = GATEWAY;
    sent();
    await connection.callFor(NEVER, "automatic")("system.total", {});
    await projects();
    assert.deepEqual(sent(), ["/system", "projects"]);
    await total();
    await projects();
    await projects();
    assert.deepEqual(sent(), ["/system", "/v2/system", "projects", "projects"]);
    assert.equal(connection.edition, "baota", "what a gateway answers tells nothing else");
    faults = {};
    await total();
    await projects();
    assert.equal(connection.edition, "aapanel");
    sent();
    await total();
    await projects();
    assert.deepEqual(sent(), ["/system", "projects"], "what it has told itself is sure");
  });

  it("is forgotten with the routes when the panel has another version", async () => {
    connect("baota");
    await projects();
    await total();
    assert.equal(connection.edition, "baota");
    faults["/system"] = { body: TOTAL.replace("8.10.0", "8.11.0") };
    sent();
    await total();
    assert.equal(connection.edition, "unknown");
    await projects();
    assert.deepEqual(sent(), ["/system", "/v2/system", "/system", "projects"]);
    const sites = () => connection.callFor(NEVER)("site.list", { page: 1, limit: 9 });
    faults["/datalist/data/get_data_list"] = { body: '{"status":false,"msg":"指定参数无效!"}' };
    faults["/data"] = { body: PROJECTS };
    await sites();
    await sites();
    assert.deepEqual(sent(), ["/datalist/data/get_data_list", "/data", "/data"]);
    faults["/system"] = { body: TOTAL };
    await total();
    await sites();
    assert.deepEqual(sent(), ["/system", "/v2/system", "/system", "/datalist/data/get_data_list", "/data"]);
  });
});
