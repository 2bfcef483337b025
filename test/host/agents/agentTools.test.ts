import assert from "node:assert/strict";
import * as vscode from "vscode";
import { agentKinds, agentTools, agentToolNames } from "../../../src/agents/agentTools.ts";
import { dialogueAbout, play, type ToolAnswer } from "../../agents/dialogue.ts";
import { useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { invoke, invokeText, setAccess, useAgentAccess } from "./invoke.ts";

const RESTART = "Restart Java project “legacy-api”";

describe("the tools for agents", () => {
  useQuickClock();
  useAgentAccess("all");
  const panels = useAddedPanels("Shop", { name: "Ali", edition: "aapanel" });
  const [shop] = panels;

  const protect = async (guardLevel: "trusted" | "ask" | "readOnly") =>
    (await features()).services.store.update(shop.id, { guardLevel });
  const java = (name: string) => shop.panel.state.javaProjects.find((project) => project.name === name);

  it("are registered as the manifest declares them", async () => {
    await features();
    const registered = vscode.lm.tools.filter(({ name }) => name in agentTools);
    assert.deepEqual(registered.map(({ name }) => name).toSorted(), agentToolNames.toSorted());
    for (const { name, description } of registered)
      assert.equal(description, agentTools[name as keyof typeof agentTools].about);
  });

  it("list both panels, and what needs attention on them", async () => {
    const { data } = await invoke("list_panels", {});
    assert.deepEqual(
      data?.panels?.map((panel) => [panel["name"], panel["state"], panel["edition"]]),
      [
        ["Shop", "answering", "baota"],
        ["Ali", "answering", "aapanel"],
      ],
    );
    const problems = await invoke("list_panel_problems", {});
    for (const panel of ["Shop", "Ali"])
      assert.ok(problems.data?.problems?.some((row) => row["panel"] === panel && row["name"] === "legacy-api"));
    assert.deepEqual(problems.data?.unread, []);
  });

  for (const [index, panel] of ["Shop", "Ali"].entries())
    it(`get going again what is stopped on ${panel}, as in a recorded dialogue`, async () => {
      const project = panels[index]?.panel.state.javaProjects.find(({ name }) => name === "legacy-api");
      project?.server.log.push("Started LegacyApi in 3 seconds");
      const about = {
        panel,
        kind: "javaProject",
        name: "legacy-api",
        logged: "Started",
        isRestartable: false,
      } as const;
      const answers = ["Start Java project", RESTART].map((to) => ({ to, with: true }));
      const { questions } = await answering(answers, async () => play(dialogueAbout(about), invoke));
      assert.match(questions[0]?.detail ?? "", /^An agent in this window asks for this\./);
      assert.notEqual(project?.server.run, undefined);
      const [latest, before] = await (await (await features()).activity()).read();
      assert.deepEqual(
        [latest, before].map((entry) => [entry?.verb, entry?.by]),
        [
          ["restart", "agent"],
          ["start", "agent"],
        ],
      );
    });

  it("diagnose both panels, and have a wrong key refused once", async () => {
    const { store } = (await features()).services;
    for (const [index, panel] of ["Shop", "Ali"].entries()) {
      const well = await invokeText("diagnose_panel", { panel });
      const { fault, data } = JSON.parse(well) as ToolAnswer;
      assert.deepEqual([fault, data?.steps?.length], ["none", 11]);
      const { id, panel: server } = panels[index] ?? assert.fail();
      for (const secret of [server.address, "127.0.0.1", server.key]) assert.ok(!well.includes(secret), secret);
      await store.update(id, {}, { apiKey: "wrongKeywrongKeywrongKeywrongKey" });
      for (const seen of ["refused key", "refused key, earlier"]) {
        const ill = await invoke("diagnose_panel", { panel });
        assert.equal(ill.fault, "key");
        assert.deepEqual(ill.data?.steps?.[7], { step: "key", mark: "cross", seen });
      }
      assert.equal(server.counters.refused, 1);
    }
  });

  it("send nothing where the person declines, and nothing to a panel that is read only", async () => {
    const restart = { panel: "Shop", kind: "javaProject", name: "order-service", action: "restart" };
    const before = java("order-service")?.server.run?.pids;
    await answering([{ to: "Restart Java project “order-service”", with: false }], async () => {
      const { outcome, happened } = await invoke("control_panel_resource", restart);
      assert.deepEqual([outcome, happened], ["declined", "no"]);
    });
    await protect("readOnly");
    await answering([], async () => {
      const { outcome, next } = await invoke("control_panel_resource", restart);
      assert.equal(outcome, "readOnly");
      assert.match(next ?? "", /Only the user can change that/);
    });
    assert.deepEqual(java("order-service")?.server.run?.pids, before);
  });

  it("do as much as the setting says", async () => {
    const input = { panel: "Shop", kind: "javaProject", name: "legacy-api", action: "start" };
    await setAccess("read");
    assert.match((await invoke("control_panel_resource", input)).next ?? "", /serverPanel\.agentTools/);
    assert.equal((await invoke("list_panels", {})).total, 2);
    await setAccess("off");
    for (const tool of agentToolNames) assert.ok((await invoke(tool, tool === "list_panels" ? {} : input)).problem);
    assert.equal(java("legacy-api")?.server.run, undefined);
  });

  it("read every log and every list of both panels", async () => {
    for (const panel of ["Shop", "Ali"])
      for (const kind of agentKinds) {
        const { data, total = 0, next } = await invoke("list_panel_resources", { panel, kind });
        // what an edition lacks is said
        if (total === 0) assert.match(next ?? "", /does not have it/, `${panel} ${kind}`);
        const [first] = data?.resources ?? [];
        if (first === undefined) continue;
        const one = { panel, kind, name: String(first["key"] ?? first["name"]) };
        const { data: found, logs = [] } = await invoke("get_panel_resource", one);
        assert.equal(found?.resource?.["name"], first["name"]);
        for (const log of logs) {
          const read = await invoke("read_panel_log", log === "log" ? one : { ...one, log });
          assert.deepEqual(
            [read.problem, Array.isArray(read.data?.lines)],
            [undefined, true],
            `${panel} ${kind} ${log}`,
          );
        }
      }
  });

  for (const [index, panel] of ["Shop", "Ali"].entries())
    it(`wait for a line that a project of ${panel} writes meanwhile, and not for one that it had written`, async () => {
      const project = panels[index]?.panel.state.javaProjects.find(({ name }) => name === "order-service");
      assert.ok(project);
      const input = { panel, kind: "javaProject", name: "order-service", text: "orders are open" };
      project.server.log.push("Orders are open since yesterday");
      const { seen } = await invoke("wait_for_panel_state", { ...input, seconds: 2 });
      assert.equal(seen, "no");
      let count = 0;
      const writing = setInterval(() => project.server.log.push(`Orders are open again: ${++count}`), 100);
      try {
        const answer = await invoke("wait_for_panel_state", { ...input, seconds: 60 });
        assert.deepEqual([answer.seen, answer.already], ["yes", undefined]);
        assert.match(answer.data?.line ?? "", /^Orders are open again: \d+$/);
      } finally {
        clearInterval(writing);
      }
    });

  it("restart a service, as a person does", async () => {
    const restart = { panel: "Shop", kind: "service", name: "nginx", action: "restart" };
    await answering([{ to: "Restart", with: false }], async () =>
      assert.equal((await invoke("control_panel_resource", restart)).outcome, "declined"),
    );
    await answering([{ to: "Restart", with: true }], async () =>
      assert.notEqual((await invoke("control_panel_resource", restart)).happened, "no"),
    );
    const [latest] = await (await (await features()).activity()).read();
    assert.deepEqual([latest?.kind, latest?.verb, latest?.by], ["service", "restart", "agent"]);
  });
});
