import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { startDemoPanel, type DemoPanel } from "../../../src/demoPanel/startDemoPanel.ts";
import { PanelTree } from "../../../src/tree/panelTree.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { PANEL_ID, TOP_GROUPS } from "../../fakes/treeFixture.ts";

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

  const projects = (signal = NEVER, by: "user" | "automatic" = "user") =>
    connection.callFor(signal, by)("java.list", { page: 1, limit: 9 });
  const total = () => connection.callFor(NEVER)("system.total", {});
  /** The paths that were asked for since the last look. */
  function sent(): readonly string[] {
    const paths = fixture.transports.flatMap((transport) => transport.sent.splice(0).map(({ url }) => url.pathname));
    return paths.map((path) => (path.includes("java") ? "projects" : path));
  }

  for (const edition of ["baota", "aapanel"] as const)
    it(`is asked for once, before the first call that differs, after the total: ${edition}`, async () => {
      connect(edition);
      assert.equal(connection.edition, "unknown");
      await projects();
      await projects();
      assert.equal(connection.edition, edition);
      assert.deepEqual(sent(), ["/system", "/v2/system", "projects", "projects"]);
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

  it("sends nothing for what the edition lacks", async () => {
    connect("aapanel");
    await connection.learnEdition(NEVER);
    sent();
    await assert.rejects(
      connection.callFor(NEVER)("terminal.settings", {}),
      (error) => kindOf(error) === "unsupported",
    );
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

  it("is learned for the others where one who asked is cancelled", async () => {
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

  it("is unknown where that could not be told: everything is tried, and it is asked again after the next total", async () => {
    const failures: readonly (typeof faults)[string][] = [
      GATEWAY,
      { body: "{}" },
      { body: TOTAL },
      () => Promise.reject(new PanelError({ kind: "timeout", afterMs: 1 })),
      () => Promise.reject(new PanelError({ kind: "network", code: "ECONNRESET" })),
    ];
    for (const fault of failures) {
      connect("aapanel");
      faults["/v2/system"] = fault;
      await projects();
      assert.equal(connection.edition, "unknown");
      const first = sent();
      assert.deepEqual(
        first.filter((path) => path === "/system"),
        ["/system"],
      );
      assert.deepEqual(first.slice(-2), ["projects", "projects"], "BaoTa's way, then aaPanel's");
      await projects(NEVER, "automatic");
      assert.deepEqual(sent(), ["projects", "projects"], "it is not asked again with each call");
      faults = {};
      await total();
      assert.deepEqual(sent(), ["/system"]);
      await projects();
      assert.equal(connection.edition, "aapanel");
      assert.deepEqual(sent(), ["/v2/system", "projects"]);
    }
  });

  it("is not concluded from a page where the total is answered with one too", async () => {
    connect("baota");
    faults["/system"] = PAGE;
    await projects();
    assert.equal(connection.edition, "unknown");
    assert.deepEqual(sent(), ["/system", "projects"]);
  });

  it("is not asked of a panel that does not answer, and nor is what was to follow", async () => {
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
      assert.deepEqual(sent(), [], "automatic calls wait for a person");
      faults = {};
      await projects();
      assert.equal(connection.edition, "aapanel");
    }
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
    assert.deepEqual(sent(), ["/system", "/v2/system", "projects"]);
    const sites = () => connection.callFor(NEVER)("site.list", { page: 1, limit: 9 });
    faults["/datalist/data/get_data_list"] = { body: '{"status":false,"msg":"指定参数无效!"}' };
    faults["/data"] = { body: PROJECTS };
    await sites();
    await sites();
    assert.deepEqual(sent(), ["/datalist/data/get_data_list", "/data", "/data"]);
    faults["/system"] = { body: TOTAL };
    await total();
    await sites();
    assert.deepEqual(sent(), ["/system", "/v2/system", "/datalist/data/get_data_list", "/data"]);
  });
});

describe("opening a panel in the tree", () => {
  let panel: DemoPanel;
  let connection: PanelConnection;
  let tree: PanelTree;
  /** Answered by a gateway in front of the panel, by path. */
  let faults: Record<string, () => Response>;

  async function connect(edition: "baota" | "aapanel"): Promise<void> {
    panel = await startDemoPanel({ edition });
    faults = {};
    const fixture = new ConnectionFixture();
    fixture.key = panel.key;
    const { guard, clock, apiKey, onCall } = fixture;
    const record = panelRecord({ address: panel.address });
    connection = new PanelConnection(record, {
      guard,
      clock,
      apiKey,
      onCall,
      onHeard: (asked, heard) => tree.heard(asked, heard),
      createTransport: (options) => {
        const transport = createTransport(options);
        const fetch: typeof transport.fetch = async (url, init) =>
          faults[new URL(url).pathname]?.() ?? transport.fetch(url, init);
        return { fetch, dispose: () => transport.dispose() };
      },
    });
    tree = new PanelTree({
      panels: () => [record],
      callFor: (_, signal, by) => connection.callFor(signal, by),
      onChange: () => undefined,
      onUnreadable: () => undefined,
      onDefect: (error) => assert.fail(String(error)),
      editionOf: () => connection.edition,
      learnEdition: (_, signal, by) => connection.learnEdition(signal, by),
      now: () => 0,
    });
    await tree.children(undefined);
  }
  afterEach(async () => {
    tree.dispose();
    connection.dispose();
    await panel.close();
  });

  const shown = () => {
    const node = tree.node(PANEL_ID);
    if (node?.type !== "panel") return undefined;
    return node.state.kind === "answering" ? node.state.edition : node.state.kind;
  };

  it("asks once for its total and once for its edition, which a refresh does not ask for again", async () => {
    await connect("aapanel");
    const { calls } = panel.counters;
    const counted = () => [calls["system.total"], calls["system.edition"]];
    await tree.children(PANEL_ID);
    assert.deepEqual(counted(), [1, 1]);
    for (const group of TOP_GROUPS) await tree.children(group);
    assert.deepEqual(counted(), [1, 1]);
    assert.equal(shown(), "aapanel");
    await tree.reloadAll(PANEL_ID, "user");
    assert.deepEqual(counted(), [2, 1]);
  });

  const pages: Readonly<Record<string, () => Response>> = {
    "a page": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    "a denial": () => new Response("<html>", { status: 403, headers: { "content-type": "text/html" } }),
    "a redirect": () => new Response(undefined, { status: 302, headers: { location: "/login" } }),
  };
  for (const [name, page] of Object.entries(pages))
    it(`shows what it has where the question for its edition is answered with ${name}`, async () => {
      await connect("baota");
      faults["/v2/system"] = page;
      assert.deepEqual(await tree.children(PANEL_ID), TOP_GROUPS);
      assert.equal(shown(), "unknown");
      for (const group of TOP_GROUPS) await tree.children(group);
      await tree.reloadAll(PANEL_ID, "user");
      assert.deepEqual([shown(), tree.loadedChildren(PANEL_ID)], ["unknown", TOP_GROUPS]);
    });
});
