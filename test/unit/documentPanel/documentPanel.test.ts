import assert from "node:assert/strict";
import { signerOf } from "../../../src/wire/signature.ts";
import { documentedOperations } from "../../documentPanel/documentedOperations.ts";
import {
  startDocumentPanel,
  waysToRefuse,
  type DocumentPanel,
  type WayToRefuse,
} from "../../documentPanel/startDocumentPanel.ts";

type Fields = Readonly<Record<string, string>>;

const site: Fields = {
  action: "AddSite",
  webname: '{"domain":"a.example.com","domainlist":["b.example.com"],"count":1}',
  path: "/www/wwwroot/a",
  type: "PHP",
  version: "82",
  port: "80",
};

describe("The panel of the document alone", () => {
  let panel: DocumentPanel;
  const start = async (way: WayToRefuse = "page") => void (panel = await startDocumentPanel(way));
  afterEach(async () => panel.close());

  const signed = (fields: Fields, key = panel.key) =>
    new URLSearchParams({ ...fields, ...signerOf(key)(1_700_000_000) });
  const get = async (path: string, fields: URLSearchParams) => fetch(`${panel.address}${path}?${fields.toString()}`);
  const post = async (path: string, body: string | URLSearchParams) =>
    fetch(`${panel.address}${path}`, { method: "POST", body });
  const json = async (response: Response) => (await response.json()) as Readonly<Record<string, unknown>>;
  const project = { project_name: "order-service" };
  const restart = "/mod/java/project/restart_project/stype";

  it("has fourteen operations, and does what they say", async () => {
    await start();
    assert.equal(Object.keys(documentedOperations).length, 14);
    const { state } = panel;
    await get(restart, signed(project));
    await get("/mod/java/project/change_log_path/stype", signed({ ...project, path: "/www/wwwlogs/new" }));
    await get("/xdocker/container/restart", signed({ id: "6f1d2c3b4a59" }));
    assert.deepEqual(state.projects.get("order-service"), { restarts: 1, logDirectory: "/www/wwwlogs/new" });
    assert.equal(state.containers.get("6f1d2c3b4a59")?.restarts, 1);
    for (const action of ["completion_tool_status", "terminal_theme", "ai_shell_status", "ai_shell_analyze"])
      await post("/xterm", signed({ action: `set_${action}`, status: action === "ai_shell_status" ? "0" : "1" }));
    const settings = { use_completion: true, terminal_theme: true, ai_shell: false, ai_shell_analyze: true };
    assert.deepEqual(await json(await post("/xterm", signed({ action: "completion_tool_status" }))), settings);
    for (const [action, list] of [
      ["get_host_list", state.hosts],
      ["get_command_list", state.commands],
    ] as const)
      assert.deepEqual(await json(await post("/xterm", signed({ action }))), list);
    assert.equal((await json(await post("/site", signed(site))))["siteId"], 1);
    assert.deepEqual(state.sites[0]?.domains, ["b.example.com"]);
    assert.equal(
      (await json(await post("/acme", signed({ action: "remove_order", index: "order-42" }))))["status"],
      true,
    );
    assert.equal(state.orders.size, 0);
    state.composer.version = "2.7.7";
    const updates = [0, 1].map(async () => json(await post("/files", signed({ action: "update_composer" }))));
    assert.deepEqual(
      (await Promise.all(updates)).map(({ msg }) => msg),
      ["升级成功，从2.7.7到2.8.1", "当前已经是最新版本，无需升级!"],
    );
    const upgrade = await json(await post("/system", signed({ action: "upgrade_env_log" })));
    assert.deepEqual(upgrade["data"], { env_update_running: false, log: state.upgrade.log });
    assert.deepEqual(panel.complaints(), []);
    assert.equal(new Set(panel.calls.map(({ id }) => id)).size, 14);
  });

  it("fails what names nothing it has", async () => {
    await start();
    for (const answer of [
      await get(restart, signed({ project_name: "other" })),
      await get("/xdocker/container/restart", signed({ id: "other" })),
      await post("/acme", signed({ action: "remove_order", index: "other" })),
    ])
      assert.equal((await json(answer))["status"], false);
    assert.deepEqual(panel.complaints(), []);
  });

  it("complains of each thing in a call that the document does not have", async () => {
    await start();
    const order = { action: "remove_order", index: "1" };
    const wrong: readonly (readonly [Promise<Response>, string])[] = [
      [get("/site", signed(site)), "GET /site AddSite: GET in place of POST"],
      [post(restart, signed(project)), `POST ${restart}: POST in place of GET`],
      [post("/acme?action=remove_order", JSON.stringify({ index: "1" })), "POST /acme remove_order: not urlencoded"],
      [post(`/acme?${signed({}).toString()}`, new URLSearchParams(order)), "request_token in the wrong place"],
      [post("/acme", new URLSearchParams(order)), "POST /acme remove_order: not signed where it should be"],
      [post("/acme", new URLSearchParams([...signed(order), ["index", "2"]])), "POST /acme remove_order: index twice"],
      [post("/site", signed({ ...site, set_ssl: "0" })), "POST /site AddSite: set_ssl is not documented"],
      [get(restart, signed({})), `GET ${restart}: project_name is missing`],
      [get(restart, signed({ ...project, action: "x" })), `GET ${restart} x: action is not documented`],
      [post("/xterm", signed({ action: "set_ai_shell_status", status: "true" })), "status has no documented value"],
      [post("/site", signed({ ...site, webname: "a.example.com" })), "webname is not as documented"],
      [post("/site", signed({ ...site, version: "00" })), "type and version contradict each other"],
    ];
    for (const [answer] of wrong) await answer;
    const complaints = panel.complaints();
    for (const [, complaint] of wrong)
      assert.ok(
        complaints.some((text) => text.endsWith(complaint)),
        complaint,
      );
    assert.deepEqual(
      panel.state.sites.map(({ domain }) => domain),
      ["a.example.com"],
      "only the one with a field too many",
    );
  });

  for (const way of waysToRefuse)
    it(`refuses by ${way} what is not signed with its key, and has nothing else`, async () => {
      await start(way);
      const refused = await get(restart, signed(project, "wrong"));
      assert.equal(refused.status, 200);
      assert.equal((await json(refused))["status"], false);
      const type = way === "page" ? /^text\/html/ : /^application\/json/;
      for (const missing of [
        await get(restart, new URLSearchParams(project)),
        await post("/data", signed({ action: "getData", table: "sites" })),
        await fetch(panel.address),
      ]) {
        assert.equal(missing.status, 404);
        assert.match(missing.headers.get("content-type") ?? "", type);
        await missing.text();
      }
      assert.equal(panel.state.projects.get("order-service")?.restarts, 0);
      assert.deepEqual(
        panel.calls.map(({ asked, signature }) => `${signature} ${asked}`),
        [`wrong GET ${restart}`, `none GET ${restart}`, "right POST /data getData sites", "none GET /"],
      );
      assert.ok(!JSON.stringify(panel.calls).includes(panel.key));
      assert.ok(!JSON.stringify(panel.calls).includes("request_token"));
    });
});
