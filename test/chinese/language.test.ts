import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ActivityEntry } from "../../src/activity/activityEntry.ts";
import { useLanguage } from "../../src/texts/language.ts";
import { numberText } from "../../src/texts/numberTexts.ts";
import { groupKindOf } from "../../src/resources/resources.ts";
import { knownEditions } from "../../src/wire/answers/operation.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { EXTENSION_ID, features, tooltipOf } from "../host/helpers/extension.ts";
import { answering } from "../host/helpers/scriptedDialogs.ts";
import { useDemoPanel } from "../host/helpers/useDemoPanel.ts";
import { chinese, chineseTitle } from "./chinese.ts";
import { eventually } from "../eventually.ts";

/** Facts that people have typed, and when a task runs. */
const NOTES: ReadonlySet<string> = new Set(["note", "scheduledTask.schedule"]);

const CHINESE = /\p{Script=Han}/u;

/** As VS Code keeps it where its title is translated. */
interface Command {
  readonly title: string | { readonly value: string };
}

/** All texts in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe("In a Chinese window", () => {
  const demo = useDemoPanel();
  let panelId: string;

  before(async () => {
    // VS Code has the bundle once the extension is active
    await features();
    useLanguage(vscode.env.language, vscode.l10n.bundle);
  });

  beforeEach(async () => {
    const { services } = await features();
    const place = { name: "Shop", address: demo.panel.address };
    panelId = (await services.store.add(place, { apiKey: demo.panel.key })).id;
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(panelId));
  });

  it("VS Code gives the extension its Chinese texts, and its commands Chinese titles", () => {
    assert.equal(vscode.env.language, "zh-cn");
    const reason = "EACCES";
    const english = "Server Panel could not start ({0}).";
    assert.notEqual(chinese(english, reason), english);
    assert.equal(vscode.l10n.t(english, reason), chinese(english, reason));
    const manifest: unknown = vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON;
    const { commands } = (manifest as { readonly contributes: { readonly commands: readonly Command[] } }).contributes;
    const titles = commands.map(({ title }) => (typeof title === "string" ? title : title.value));
    assert.ok(titles.includes(chineseTitle("command.panel.add")));
    assert.deepEqual(
      titles.filter((title) => !CHINESE.test(title)),
      [],
    );
  });

  it("the tree is Chinese, and what a machine does is written as in Chinese", async () => {
    const { itemOf, services } = await features();
    assert.equal(itemOf(groupNodeId(panelId, "site")).label, chinese("Websites"));
    assert.match(String(itemOf(panelNodeId(panelId)).description), new RegExp(chinese("{0} d", 12)));
    // the unit is written by the language, not by a text of ours
    assert.match(await tooltipOf(panelNodeId(panelId)), /12\s?天/);
    const projects = await services.tree.children(groupNodeId(panelId, "javaProject"));
    assert.ok(projects.some((id) => itemOf(id).description === `${chinese("stopped")} · Java`));
  });

  it("dates and numbers are written as in Chinese", async () => {
    const { activityItemOf } = await features();
    const entry: ActivityEntry = {
      id: "1",
      at: new Date(2026, 2, 9, 13, 5).getTime(),
      panelId,
      panel: "Shop",
      verb: "restart",
      kind: "javaProject",
      target: "order-service",
      result: "done",
      why: undefined,
      evidence: undefined,
      failure: undefined,
      milliseconds: 90,
    };
    const { tooltip, label, description } = await activityItemOf(entry);
    assert.ok(typeof tooltip === "string" && typeof label === "string");
    assert.match(tooltip, /2026年3月9日\s?13:05/);
    assert.match(`${label} ${String(description)}`, CHINESE);
    assert.equal(numberText(12_345.6), "12,345.6");
  });

  it("what people have typed into the demo panels is Chinese, but for names of programs", async () => {
    const { services } = await features();
    const seen: string[] = [];
    for (const edition of knownEditions) {
      const { id } = await services.demo.open(edition);
      for (const kind of ["site", "javaProject", "project", "scheduledTask", "savedHost", "savedCommand"] as const) {
        await services.tree.children(undefined);
        await services.tree.children(panelNodeId(id));
        await services.tree.children(groupNodeId(id, "terminalSetting"));
        await services.tree.children(groupNodeId(id, groupKindOf(kind)));
        const isTyped = kind === "scheduledTask" || kind.startsWith("saved");
        for (const { label, facts } of await services.tree.items(id, kind)) {
          if (isTyped) seen.push(label);
          seen.push(...facts.flatMap(({ name, value }) => (NOTES.has(name) ? value : [])));
        }
      }
      await services.demo.close({ id });
    }
    assert.ok(seen.length > 40, seen.join());
    const english = seen.filter((text) => !/^[\w.:]+$|^Bücher$/u.test(text) && !CHINESE.test(text));
    assert.deepEqual(english, []);
  });

  it("an action is confirmed and told in Chinese", async () => {
    const { services } = await features();
    const [id] = await services.tree.children(groupNodeId(panelId, "javaProject"));
    const { questions, messages } = await answering([{ to: chinese("Restart"), with: true }], () =>
      vscode.commands.executeCommand("serverPanel.restart", id),
    );
    assert.equal(questions.length, 1);
    const texts = [...textsIn(questions[0]), ...messages.map(({ message }) => message)];
    for (const line of texts.flatMap((text) => text.split("\n")).filter((text) => text.trim() !== ""))
      assert.match(line, CHINESE);
  });

  it("the extension's log has a Chinese name", async () => {
    await vscode.commands.executeCommand("serverPanel.log.show");
    await eventually(
      () => vscode.workspace.textDocuments.map(({ uri }) => decodeURIComponent(uri.toString())),
      (shown) => shown.some((uri) => uri.startsWith("output:") && uri.includes(chinese("Server Panel"))),
    );
    await vscode.commands.executeCommand("workbench.action.closePanel");
  });
});
