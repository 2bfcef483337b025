import assert from "node:assert/strict";
import { accessIn } from "../../../src/agents/agentAccess.ts";
import { agentKinds, agentToolNames, isAllowed } from "../../../src/agents/agentTools.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { fileEntry, javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { NOT_FOUND } from "../doctor/doctorFixture.ts";
import { obedient } from "../actions/javaPanel.ts";
import { nextAfter } from "../../../src/agents/nextAfter.ts";
import { AgentWindow } from "./agentWindow.ts";

const DEMO = { panel: "Shop", kind: "javaProject", name: "demo" } as const;

/** A directory of root's, on the one file system of the server. */
const rootsDirectory = {
  uid: 0,
  gid: 0,
  user: "root",
  group: "root",
  mode: "755",
  hasSpecialMode: false,
  device: 1,
  inode: "2",
  links: 2,
  isDirectory: true,
  isLink: false,
  isLocked: false,
  sha1: undefined,
  history: [],
};

describe("the tools for agents", () => {
  let agent: AgentWindow;

  beforeEach(async () => {
    agent = await AgentWindow.open();
  });
  afterEach(async () => agent.window.dispose());

  it("see neither saved commands nor files of servers", () => {
    const kinds: readonly string[] = agentKinds;
    assert.ok(!kinds.includes("savedCommand") && !kinds.includes("file"));
    assert.ok(agentKinds.includes("site"));
  });

  it("may read unless a person says otherwise, and nothing where they say so", () => {
    assert.deepEqual(["off", "read", "all", "everything", undefined].map(accessIn), [
      "off",
      "read",
      "all",
      "read",
      "read",
    ]);
    assert.deepEqual(
      agentToolNames.filter((tool) => isAllowed(tool, "off")),
      [],
    );
    const acts = agentToolNames.filter((tool) => !isAllowed(tool, "read"));
    assert.deepEqual(acts, [
      "run_panel_deployment",
      "roll_back_panel_deployment",
      "control_panel_resource",
      "open_website_form",
    ]);
  });

  it("call no panel where the setting does not let them, or the input does not fit", async () => {
    const panel = await agent.window.add();
    agent.access = "off";
    const { problem, next } = await agent.invoke("list_panel_resources", { panel: "Shop", kind: "site" });
    assert.match(`${problem} ${next}`, /does not let agents.*serverPanel\.agentTools to "read"/);
    agent.access = "all";
    for (const input of [
      {},
      { panel: "Shop" },
      { panel: "Shop", kind: "savedCommand" },
      { panel: "", kind: "site" },
      "x",
    ])
      assert.match((await agent.invoke("list_panel_resources", input as object)).problem ?? "", /does not fit/);
    assert.match(
      (await agent.invoke("control_panel_resource", { ...DEMO, action: "remove" })).problem ?? "",
      /does not fit/,
    );
    assert.deepEqual(agent.window.calls(panel.id).made, []);
  });

  it("say which names there are in place of a wrong one, and which keys in place of a shared one", async () => {
    assert.match((await agent.invoke("list_panels", {})).next ?? "", /add a panel/);
    await agent.window.add();
    await agent.window.add({ name: "Shop", address: "https://192.0.2.2:8888" });
    const rows = [1, 2].map((id) => siteRow({ id, name: "a.example", type: "PHP" }));
    agent.window.handlers = { "site.list": () => listOf(rows) };
    const unknown = await agent.invoke("get_panel_resource", { panel: "Blog", kind: "site", name: "a" });
    assert.deepEqual(unknown.data?.panels, ["Shop", "Shop"]);
    const shared = await agent.invoke("get_panel_resource", { panel: "Shop", kind: "site", name: "a" });
    assert.match(shared.next ?? "", /ids/);
    const [first] = shared.data?.panels ?? [];
    const panel = String(first?.["id"]);
    const missing = await agent.text("get_panel_resource", { panel, kind: "site", name: "A.Exa" });
    assert.match(missing, /"names": \[\n {2}"a\.example"/);
    const several = await agent.invoke("get_panel_resource", { panel, kind: "site", name: "a.example" });
    assert.deepEqual(
      several.data?.resources?.map((row) => row["key"]),
      ["1", "2"],
    );
    const one = await agent.invoke("get_panel_resource", { panel, kind: "site", name: "2" });
    assert.equal(one.data?.resource?.["key"], "2");
    const list = await agent.invoke("list_panel_resources", { panel, kind: "site" });
    assert.deepEqual(
      list.data?.resources?.map((row) => row["key"]),
      ["1", "2"],
    );
  });

  it("list a panel without a total as one that answers", async () => {
    await agent.window.add();
    agent.window.handlers = { "system.total": () => ({ version: undefined, machine: undefined }) };
    const [panel] = (await agent.invoke("list_panels", {})).data?.panels ?? [];
    assert.equal(panel?.["state"], "answering");
    const problems = await agent.invoke("list_panel_problems", { panel: "Shop" });
    assert.equal(problems.problem, undefined);
  });

  it("list by state and text, and find again what was shown without its markup", async () => {
    await agent.window.add();
    const rows = [
      javaRow({ name: "[a](b)", pids: [1], listening: [80] }),
      javaRow({ name: "b", pids: [], note: "Blog" }),
    ];
    agent.window.handlers = { "java.list": () => listOf(rows) };
    const of = async (more: object) =>
      (
        await agent.invoke("list_panel_resources", { panel: "Shop", kind: "javaProject", ...more })
      ).data?.resources?.map((row) => row["name"]);
    assert.deepEqual(await of({}), ["[a] (b)", "b"]);
    assert.deepEqual(await of({ state: "stopped" }), ["b"]);
    assert.deepEqual(await of({ filter: "bLOG" }), ["b"]);
    assert.deepEqual(await of({ offset: 1 }), ["b"]);
    const found = await agent.invoke("get_panel_resource", { panel: "Shop", kind: "javaProject", name: "[a] (b)" });
    assert.equal(found.data?.resource?.["state"], "running");
  });

  it("say how many rows of a list they have not read", async () => {
    await agent.window.add();
    const page = Array.from({ length: 100 }, (_, index) => siteRow({ id: index + 1, name: `s${index}`, type: "PHP" }));
    let pages = 0;
    const rows = () => page.map((row) => siteRow({ ...row, id: (row.id ?? 0) + 1_000 * pages }));
    agent.window.handlers = { "site.list": () => (pages++, listOf(rows(), 10_007)) };
    const text = await agent.text("list_panel_resources", { panel: "Shop", kind: "site" });
    assert.match(text, /"unread": 7,\n"next": "The panel has more rows: what is unread is unknown\."/);
    assert.match(text, /"total": 10000/);
  });

  it("list more panels than fit into a result", async () => {
    const shops = Array.from({ length: 60 }, (_, number) => `Shop ${number}`);
    for (const name of shops) await agent.window.add({ name });
    agent.window.handlers = { "system.total": failing({ kind: "network", code: "ECONNREFUSED" }) };
    const names: unknown[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const answer: ToolAnswer = await agent.invoke("list_panels", { offset });
      assert.equal(answer.total, shops.length);
      names.push(...(answer.data?.panels ?? []).map((row) => row["name"]));
      assert.ok(answer.next_offset === undefined || answer.next_offset > offset, "it goes on");
      offset = answer.next_offset;
    }
    assert.deepEqual(names, shops);
  });

  for (const [failure, next] of [
    [{ kind: "refused", reason: "key" }, /Do not repeat it: refused calls lock/],
    [{ kind: "timeout", afterMs: 1 }, /Try again once/],
    [{ kind: "network", code: "ECONNREFUSED" }, /cannot be reached/],
    [{ kind: "unsupported" }, /does not have it/],
    [{ kind: "rejected", message: "no" }, /what the panel says/],
  ] satisfies readonly (readonly [PanelFailure, RegExp])[])
    it(`say what to do after a panel has failed: ${failure.kind}`, async () => {
      await agent.window.add();
      agent.window.handlers = { "site.list": failing(failure), "system.total": failing(failure) };
      const answer = await agent.invoke("list_panel_resources", { panel: "Shop", kind: "site" });
      assert.match(answer.next ?? "", next);
      assert.ok(answer.data?.message);
      const { data } = await agent.invoke("list_panels", {});
      assert.deepEqual([data?.panels?.[0]?.["state"], data?.panels?.[0]?.["failure"]], ["failing", failure.kind]);
    });

  it("call what they could not read unread, and stop at a panel that refuses", async () => {
    const panel = await agent.window.add();
    const refused = failing({ kind: "refused", reason: "key" });
    agent.window.handlers = {
      "site.list": failing({ kind: "timeout", afterMs: 1 }),
      "java.list": () => listOf([javaRow({ name: "demo", pids: [] })]),
      "container.list": refused,
      "certificateOrder.list": refused,
    };
    const { data, next } = await agent.invoke("list_panel_problems", {});
    assert.deepEqual(
      data?.unread?.map((row) => [row["kind"], row["failure"]]),
      [
        ["site", "timeout"],
        ["container", "refused"],
      ],
    );
    assert.deepEqual(
      data?.problems?.map((row) => [row["name"], row["problem"]]),
      [["demo", "stopped"]],
    );
    assert.match(next ?? "", /unknown/);
    assert.equal(agent.window.calls(panel.id).count("certificateOrder.list"), 0);
  });

  it("leave what we cannot make sense of with its panel and its list", async () => {
    const broken = await agent.window.add({ name: "Broken" });
    await agent.window.add({ name: "Sound" });
    const nonsense = (): never => {
      throw new RangeError("Invalid time value");
    };
    const none = () => ({ rows: [], unreadable: [], total: 0 });
    agent.window.handlers = {
      "site.list": none,
      "java.list": () => listOf([javaRow({ name: "demo", pids: [] })]),
      "container.list": none,
      "certificateOrder.list": none,
    };
    agent.window.ownHandlers.set(broken.id, { "site.list": nonsense });
    const { data } = await agent.invoke("list_panel_problems", {});
    assert.deepEqual(
      data?.problems?.map((row) => [row["panel"], row["name"]]),
      [
        ["Broken", "demo"],
        ["Sound", "demo"],
      ],
    );
    const [unread] = data?.unread ?? [];
    assert.deepEqual([unread?.["panel"], unread?.["kind"], unread?.["failure"]], ["Broken", "site", "defect"]);
    assert.match(agent.window.log.lines.join("\n"), /Invalid time value/);
    agent.window.ownHandlers.set(broken.id, { "system.total": nonsense });
    const { data: panels } = await agent.invoke("list_panels", {});
    assert.deepEqual(
      panels?.panels?.map((row) => [row["name"], row["state"], row["failure"]]),
      [
        ["Broken", "failing", "defect"],
        ["Sound", "answering", undefined],
      ],
    );
  });

  for (const [tool, input] of [
    ["list_panel_resources", { panel: "Shop", kind: "site" }],
    ["diagnose_panel", { panel: "Shop" }],
  ] as const)
    it(`are canceled without a result: ${tool}`, async () => {
      await agent.window.add();
      agent.canceling.abort();
      await assert.rejects(agent.text(tool, input), PanelError);
    });

  it("diagnose a panel by its steps, without names, addresses and a panel's words", async () => {
    const { id } = await agent.window.add({ address: "https://panel.example:8888" });
    agent.window.connectionServices.answer = () => NOT_FOUND;
    agent.window.handlers = { "system.total": failing({ kind: "refused", reason: "ip", clientAddress: "192.0.2.50" }) };
    const text = await agent.text("diagnose_panel", { panel: "Shop" });
    const { asked_from: from, fault, next, data } = JSON.parse(text) as ToolAnswer;
    assert.deepEqual([from, fault], ["the computer of the user", "allowed"]);
    assert.match(next ?? "", /^Do not repeat it\. Ask the user to add .+ IP allowlist/);
    assert.deepEqual(
      data?.steps?.map((step) => step["mark"]),
      "tick tick tick tick tick tick cross unknown unknown unknown unknown".split(" "),
    );
    assert.deepEqual(data?.steps?.[6], { step: "allowed", mark: "cross", seen: "refused ip" });
    assert.doesNotMatch(text, /panel\.example|192\.0\.2|“/);
    assert.equal(agent.window.history.diagnosisOf(id)?.findings.length, 11, "a report has it too");
    agent.window.handlers = {};
    const well = await agent.invoke("diagnose_panel", { panel: "Shop" });
    assert.deepEqual([well.fault, well.next?.includes("as it should be")], ["none", true]);
    agent.window.workbench.place = "remote";
    const remote = await agent.invoke("diagnose_panel", { panel: "Shop" });
    assert.match(remote.asked_from ?? "", /remote computer/);
  });

  it("read a log from its end, with what is older by its offset, and without credentials", async () => {
    await agent.window.add();
    const lines = Array.from({ length: 900 }, (_, index) => `line ${index} ${"x".repeat(40)}`);
    const text = [...lines, "\u001b[31mpassword=hunter2\u001b[0m"].join("\n");
    agent.window.handlers = { ...obedient("demo"), "java.log": () => ({ text, file: undefined, size: undefined }) };
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { data, next_offset: next } = await agent.invoke("read_panel_log", { ...DEMO, offset });
      seen.unshift(...(data?.lines ?? []));
      offset = next;
    }
    assert.deepEqual(seen, [...lines, "password=***"]);
  });

  it("say that there is no log, and which one of a website was read", async () => {
    await agent.window.add();
    agent.window.handlers = {
      "site.list": () => listOf([siteRow({ id: 1, name: "a.example", type: "PHP" })]),
      "site.accessLog": () => ({ text: "GET /" }),
      "site.errorLog": () => ({ text: "" }),
    };
    const site = { panel: "Shop", kind: "site", name: "a.example" };
    assert.match((await agent.invoke("read_panel_log", { ...site, kind: "certificateOrder" })).problem ?? "", /no log/);
    assert.match((await agent.invoke("read_panel_log", site)).next ?? "", /empty/);
    assert.deepEqual((await agent.invoke("read_panel_log", { ...site, log: "access" })).data?.lines, ["GET /"]);
  });

  it("act by the runner, which asks what it asks a person, and says that an agent asks", async () => {
    await agent.window.add({ guardLevel: "ask" });
    agent.window.handlers = obedient("demo");
    const restart = { ...DEMO, action: "restart" };
    const question = "Restart Java project “demo” on “Shop”";
    const declined = await agent.asking("control_panel_resource", restart, { to: question, with: false });
    assert.deepEqual([declined.answer.happened, declined.answer.outcome], ["no", "declined"]);
    assert.match(declined.conversation.questions[0]?.detail ?? "", /^An agent in this window asks for this\.\n/);
    const done = await agent.asking("control_panel_resource", restart, { to: question, with: true });
    assert.deepEqual([done.answer.happened, done.answer.outcome], ["yes", "done"]);
    assert.match(done.answer.data?.message ?? "", /has restarted/);
    assert.deepEqual(done.conversation.messages, [], "the agent tells it");
    assert.deepEqual(
      agent.window.finished.map(({ by }) => by),
      [{}],
    );
  });

  it("tell a person too what did not go well, and call unknown what is unknown", async () => {
    await agent.window.add();
    const rows = listOf([javaRow({ name: "demo", pids: [1], listening: [80] })]);
    agent.window.handlers = { "java.list": () => rows, "java.restart": () => ({ msg: "操作已执行" }) };
    const { answer, conversation } = await agent.asking(
      "control_panel_resource",
      { ...DEMO, action: "restart" },
      { to: "Restart Java project “demo” on “Shop”?", with: true },
    );
    assert.deepEqual([answer.happened, answer.outcome], ["unknown", "sent"]);
    assert.match(answer.next ?? "", /Do not repeat it/);
    assert.match(conversation.messages[0]?.message ?? "", /sent, not confirmed/);
  });

  it("advise against another try of what the panel refuses, which counts towards a lockout", async () => {
    await agent.window.add();
    const failures: readonly PanelFailure[] = [
      { kind: "refused", reason: "ip" },
      { kind: "network", code: "EPIPE" },
    ];
    for (const failure of failures) {
      const rows = listOf([javaRow({ name: "demo", pids: [1], listening: [80] })]);
      let readings = 0;
      agent.window.handlers = {
        "java.list": () => {
          readings += 1;
          // it is found, and fails when the runner looks at it
          if (readings > 1) throw new PanelError(failure);
          return rows;
        },
      };
      const { answer } = await agent.asking(
        "control_panel_resource",
        { ...DEMO, action: "restart" },
        { to: "Restart Java project “demo” on “Shop”?", with: true },
      );
      assert.equal(answer.outcome, "failed");
      assert.equal(answer.next, nextAfter(failure));
      assert.match(answer.next, /Do not repeat it/);
    }
  });

  it("offer in place of an action those that apply", async () => {
    const panel = await agent.window.add();
    agent.window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", pids: [] })]) };
    const { next } = await agent.invoke("control_panel_resource", { ...DEMO, action: "restart" });
    assert.match(next ?? "", /Offered are: start\./);
    assert.equal(agent.window.calls(panel.id).count("java.restart"), 0);
    await agent.window.services.store.update(panel.id, { guardLevel: "readOnly" });
    assert.deepEqual((await agent.invoke("get_panel_resource", DEMO)).actions, []);
  });

  it("ask at every protection level before they act", async () => {
    const { id } = await agent.window.add();
    const titles = { restart: "Restart", start: "Start" } as const;
    for (const guardLevel of ["trusted", "ask", "typeName"] as const)
      for (const action of ["restart", "start"] as const) {
        await agent.window.services.store.update(id, { guardLevel });
        const runs = action === "restart" ? { pids: [1], listening: [80] } : { pids: [] };
        agent.window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", ...runs })]) };
        const question = `${titles[action]} Java project “demo” on “Shop”?`;
        const { conversation, answer } = await agent.asking(
          "control_panel_resource",
          { ...DEMO, action },
          { to: question, with: false },
        );
        assert.deepEqual(conversation.announced, [`An agent in this window asks: ${question}`]);
        assert.equal(answer.outcome, "declined");
      }
    await agent.window.services.store.update(id, { guardLevel: "readOnly" });
    const refused = await agent.asking("control_panel_resource", { ...DEMO, action: "start" });
    assert.deepEqual(refused.conversation.announced, []);
  });

  it("open the form for a new website, filled in, on a panel that may be changed", async () => {
    const { id } = await agent.window.add();
    const input = { panel: "Shop", domain: "new.example.com", additional_domains: ["www.new.example.com"], php: "82" };
    const { answer } = await agent.asking("open_website_form", input);
    assert.match(answer.next ?? "", /Nothing was sent\. Tell the user to review/);
    assert.deepEqual(agent.window.forms, [id]);
    await agent.window.services.store.update(id, { guardLevel: "readOnly" });
    assert.match((await agent.asking("open_website_form", input)).answer.problem ?? "", /read only/);
    assert.deepEqual(agent.window.forms, [id]);
  });

  it("deploy what the settings name, to the panel that a person has chosen, after they let its build run", async () => {
    const { id } = await agent.window.add();
    const { workspace, kept } = agent.window;
    assert.match(
      (await agent.invoke("plan_panel_deployment", { deployment: "site" })).data?.message ?? "",
      /Open the folder/,
    );
    workspace.opened.push({ name: "w", path: "/w" });
    const stated = { name: "site", website: "example.com", source: "dist", task: "build" };
    workspace.settings.set("/w", [stated]);
    const unknown = await agent.invoke("run_panel_deployment", { deployment: "other" });
    assert.match(unknown.next ?? "", /Use one of these/);
    const unchosen = await agent.invoke("run_panel_deployment", { deployment: "site" });
    assert.match(unchosen.problem ?? "", /has not chosen a panel/);
    kept.set("serverPanel.deploymentPanels", { "/w\nsite": id });
    const { store } = agent.window.services;
    await store.update(id, { guardLevel: "readOnly" });
    for (const tool of ["run_panel_deployment", "roll_back_panel_deployment"] as const)
      assert.match((await agent.asking(tool, { deployment: "site" })).answer.problem ?? "", /read only/, tool);
    assert.deepEqual(agent.window.calls(id).made, [], "a panel that is read only is neither asked nor asked about");
    await store.update(id, { guardLevel: "trusted" });
    const task = "Run the task “build” for an agent?";
    const refused = await agent.asking("run_panel_deployment", { deployment: "site" }, { to: task, with: false });
    assert.equal(refused.answer.outcome, "declined");
    assert.deepEqual([workspace.ran, agent.window.calls(id).made], [[], []]);
    const answerLate = {
      to: task,
      get with() {
        workspace.settings.set("/w", [{ ...stated, task: "other" }]);
        return true;
      },
    };
    const site = siteRow({ id: 1, name: "example.com", type: "PHP", root: "/www/wwwroot/example.com" });
    // where its copies will be is found before its build runs
    agent.window.handlers = {
      "site.list": () => listOf([site]),
      "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, true))),
      "file.attributes": () => rootsDirectory,
    };
    const { data } = (await agent.asking("run_panel_deployment", { deployment: "site" }, answerLate)).answer;
    assert.deepEqual(
      workspace.ran,
      ["build"],
      `what was agreed to, whatever the settings say by now: ${data?.message}`,
    );
    workspace.settings.set("/w", [stated]);
    agent.window.handlers = { "site.list": () => listOf([]) };
    const missing = await agent.asking("run_panel_deployment", { deployment: "site" }, { to: task, with: true });
    assert.match(missing.answer.data?.message ?? "", /has no website/);
    workspace.trusted = false;
    assert.match(
      (await agent.invoke("plan_panel_deployment", { deployment: "site" })).data?.message ?? "",
      /not trusted/,
    );
  });
});
