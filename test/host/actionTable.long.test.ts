import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import { actionsOf, groupKindOf, resourceKinds, resourceOf } from "../../src/resources/resources.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { operations } from "../../src/wire/operations/operations.ts";
import { actionRows, becomeAnother } from "./helpers/actionRows.ts";
import { QUICK_DELAYS } from "./helpers/addedPanels.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { removeTemporaryDirectories } from "../fakes/storageFixture.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

type Row = (typeof actionRows)[number];

const commandOf = ({ verb }: Row) => `serverPanel.${verb}`;

describe("the resource table", () => {
  useQuickClock();
  const delays = { ...QUICK_DELAYS, upgradeStart: 100 };
  let panel: DemoPanel;
  let panelId: string;

  async function open(options: DemoPanelOptions = {}): Promise<void> {
    panel = await startDemoPanel({ delays, ...options });
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
  }

  /** Loads the group like a person who opens it, and finds the row. */
  async function nodeOf({ kind, on }: Row): Promise<string> {
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panelId));
    for (const id of await tree.children(groupNodeId(panelId, groupKindOf(kind)))) {
      const node = tree.node(id);
      if (node?.type === "item" && node.kind === kind && node.label === on) return id;
    }
    return assert.fail(`no ${kind} ${on}`);
  }

  async function act(row: Row, whenShown: () => unknown = () => undefined) {
    row.arrange?.(panel.state);
    const id = await nodeOf(row);
    whenShown();
    const { fileDialogs } = (await features()).services;
    const openLocal = fileDialogs.openLocal.bind(fileDialogs);
    const files = (await row.files?.()) ?? {};
    fileDialogs.openLocal = async (title) => [files[title] ?? assert.fail(`asked for the file “${title}”`)];
    const restore = () => void (fileDialogs.openLocal = openLocal);
    return answering(row.answers ?? [], () => vscode.commands.executeCommand(commandOf(row), id, [id])).finally(
      restore,
    );
  }

  /** The changes that the panel received, in order. The check of a web server after a change of what it loads is none. */
  const sentFor = ({ kind }: Row) =>
    panel.counters.requests.flatMap(({ operation: id }) => {
      const isCheck = id === "service.control" && kind !== "service";
      return id === undefined || isCheck || operations[id].effect === "read" ? [] : [id];
    });

  beforeEach(removePanels);

  afterEach(async () => {
    await removePanels();
    await panel.close();
  });
  after(removeTemporaryDirectories);

  it("has a sample for each action", async () => {
    await open();
    const actions = resourceKinds.flatMap((kind) => actionsOf(kind).map(([verb]) => `${kind}.${verb}`));
    assert.deepEqual(new Set(actionRows.map(({ kind, verb }) => `${kind}.${verb}`)), new Set(actions));
    assert.ok(resourceKinds.every((kind) => resourceOf(kind).key !== undefined));
  });

  // an aaPanel in a language of which nothing is known
  for (const options of [{ edition: "baota" }, { edition: "aapanel", language: "accented" }] as const) {
    describe(`on ${Object.values(options).join(" in ")}`, () => {
      for (const row of actionRows) {
        const name = `${row.kind} ${row.verb}:`;
        const steps = row.steps[options.edition];
        if (steps === undefined) {
          it(`${name} is missing: no row of the group offers it`, async () => {
            await open(options);
            const { services, itemOf } = await features();
            const { tree } = services;
            const contextOf = (id: string) => itemOf(id).contextValue ?? "";
            await tree.children(undefined);
            await tree.children(panelNodeId(panelId));
            const rows = await tree.children(groupNodeId(panelId, groupKindOf(row.kind)));
            assert.ok(rows.every((id) => !contextOf(id).includes(`+${row.verb}`)));
            assert.deepEqual(sentFor(row), []);
          });
          continue;
        }

        it(`${name} is done, and seen to be done`, async () => {
          await open(options);
          const { messages } = await act(row);
          assert.ok(row.isDone(panel.state), "the panel's state");
          assert.deepEqual(sentFor(row), Object.keys(steps));
          assert.equal(messages.at(-1)?.severity, "information", messages.at(-1)?.message);
        });

        const become = becomeAnother[row.kind];
        if (become !== undefined)
          it(`${name} does not affect another target than the one shown`, async () => {
            await open(options);
            const { messages } = await act(row, () => become(panel.state, row.on));
            assert.deepEqual(sentFor(row), []);
            assert.match(messages.at(-1)?.message ?? "", /has changed: it is now “.+”\. Nothing was sent/);
            assert.equal(messages.at(-1)?.severity, "warning");
          });
      }

      describe("if the panel only says so", () => {
        const waitFor = (seconds: number | undefined) =>
          vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", seconds, true);
        before(() => waitFor(1));
        after(() => waitFor(undefined));

        for (const row of actionRows)
          for (const [lying, lie] of Object.entries(row.steps[options.edition] ?? {}))
            it(`${row.kind} ${row.verb}: is not done if ${lying} does nothing`, async () => {
              await open({ ...options, handlers: { [lying]: lie } });
              const { messages } = await act(row);
              const last = messages.at(-1);
              assert.notEqual(last?.severity, "information");
              assert.match(
                last?.message ?? "",
                /not confirmed|accepted it, but it failed|still at|still running after|result unknown/,
              );
              assert.equal(sentFor(row).at(-1), lying);
            });
      });
    });
  }
});
