import assert from "node:assert/strict";
import { isRepeatable } from "../../../../src/activity/activityEntry.ts";
import {
  clearActivity,
  copyActivity,
  revealTarget,
  runAgain,
  showActivity,
} from "../../../../src/activity/window/activityCommands.ts";
import type { ActionRecord } from "../../../../src/actions/actionRunner.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { groupNodeId, itemNodeId } from "../../../../src/tree/treeNodes.ts";
import { actionRecord } from "../../../fakes/actionRecord.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../../../fakes/rows.ts";

describe("commands of the Activity view", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
    await window.activity.append(actionRecord(), "Shop");
  });
  afterEach(() => window.dispose());

  const entryId = async () => (await window.activity.read())[0]?.id;

  it("show the details of an operation, and copy them on demand", async () => {
    await window.run(showActivity, [await entryId()], { to: "demo", with: undefined });
    assert.deepEqual(window.workbench.copied, []);
    const { questions } = await window.run(showActivity, [await entryId()], { to: "demo", with: "Copy" });
    const [{ message, detail } = assert.fail("nothing was shown")] = questions;
    assert.match(message, /demo/);
    assert.match(detail, /Shop/);
    assert.deepEqual(window.workbench.copied, [`${message}\n${detail}`]);
  });

  it("show the details once where a row is clicked twice, and again later", async () => {
    const id = await entryId();
    const twice: Parameters<CommandFixture["run"]>[0] = async (services) => {
      await Promise.all([showActivity(services, [id]), showActivity(services, [id])]);
    };
    for (const { questions } of [
      await window.run(twice, [], { to: "demo", with: undefined }),
      await window.run(showActivity, [id], { to: "demo", with: undefined }),
    ])
      assert.equal(questions.length, 1);
  });

  it("report that an operation is gone", async () => {
    const { messages, questions } = await window.run(showActivity, ["another"]);
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["This operation is no longer in the list."],
    );
    assert.deepEqual(questions, []);
  });

  it("clear the list after it was confirmed", async () => {
    await window.run(clearActivity, [], { to: "Clear the activity list", with: false });
    assert.equal((await window.activity.read()).length, 1);
    await window.run(clearActivity, [], { to: "Clear the activity list", with: true });
    assert.deepEqual(await window.activity.read(), []);
  });

  it("copy an operation as one line, from its menu and by a key", async () => {
    await window.run(copyActivity);
    assert.deepEqual(window.workbench.copied, []);
    await window.run(copyActivity, [await entryId()]);
    window.activityTargets = [(await entryId()) ?? ""];
    await window.run(copyActivity);
    assert.equal(window.workbench.copied[1], window.workbench.copied[0]);
    assert.match(window.workbench.copied[0] ?? "", /^Restart demo on Shop: done \(.*\d\d:\d\d.*\)$/);
  });

  describe("on the target of an operation", () => {
    let panel: PanelRecord;

    beforeEach(async () => {
      panel = await window.add({ guardLevel: "ask" });
      window.handlers = {
        "java.list": () => listOf([javaRow({ name: "demo", pids: [7] }), javaRow({ name: "other", pids: [8] })]),
        "java.restart": () => ({ msg: undefined }),
      };
    });

    /** Its id. */
    async function recorded(changes: Partial<ActionRecord> = {}): Promise<unknown> {
      await window.activity.append(actionRecord({ panelId: panel.id, ...changes }), panel.name);
      return entryId();
    }

    it("reveal its row, and load it if needed", async () => {
      await window.run(revealTarget, [await recorded()]);
      assert.deepEqual(window.revealed, [[itemNodeId(panel.id, "javaProject", "demo"), false]]);
    });

    it("say that a file has no row, and how to find it", async () => {
      const target = { key: "/etc/nginx/shop.conf", label: "/etc/nginx/shop.conf" };
      const { messages } = await window.run(revealTarget, [await recorded({ kind: "file", verb: "save", target })]);
      assert.deepEqual(
        messages.map(({ message }) => message),
        ["Files have no rows of their own in Panels. Look for “/etc/nginx/shop.conf” with Open Files at Path."],
      );
      assert.deepEqual(window.revealed, []);
    });

    it("reveal a row that a filter hides", async () => {
      const id = await recorded();
      await window.items(panel, "javaProject");
      const group = groupNodeId(panel.id, "javaProject");
      window.services.tree.setFilter(group, { text: "other" });
      assert.equal(window.services.tree.loadedChildren(group).length, 1);
      await window.run(revealTarget, [id]);
      assert.equal(window.services.tree.loadedChildren(group).length, 2);
    });

    it("reveal a row while its group shows the result of a search", async () => {
      const sites = Array.from({ length: 300 }, (_, index) =>
        siteRow({ id: index + 1, name: `s${index + 1}.example` }),
      );
      window.handlers = {
        "site.list": ({ page, search }) =>
          search === undefined ? listOf(sites.slice(page * 200 - 200, page * 200), 300) : listOf(sites.slice(0, 1), 1),
      };
      await window.items(panel, "site");
      for (const key of ["7", "250"]) {
        const group = groupNodeId(panel.id, "site");
        const found = { kind: "site", page: listOf(sites.slice(0, 1), 1) } as const;
        window.services.tree.setFilter(group, { text: "s1.", serverSearch: true }, found);
        const target = { key, label: `s${key}.example` };
        const { messages } = await window.run(revealTarget, [await recorded({ kind: "site", verb: "stop", target })]);
        assert.deepEqual(messages, []);
        assert.deepEqual(window.revealed.at(-1), [itemNodeId(panel.id, "site", key), false]);
      }
    });

    it("reveal a row on a page that is not loaded, and give up if a page fails", async () => {
      const site = (id: number) => siteRow({ id, name: `site${id}.example`, type: "PHP", running: true });
      const page = (at: number) => Array.from({ length: 200 }, (_, index) => site(at * 200 + index));
      let pages = 0;
      window.handlers = { "site.list": ({ page: at }) => (pages++, listOf(page(at - 1), 2_000)) };
      const target = { key: "450", label: "site450.example" };
      const id = await recorded({ kind: "site", verb: "stop", target });
      await window.run(revealTarget, [id]);
      assert.deepEqual(window.revealed, [[itemNodeId(panel.id, "site", "450"), false]]);
      assert.equal(pages, 3);
      const gone = await recorded({ kind: "site", verb: "stop", target: { key: "9999", label: "gone.example" } });
      const fails = failing({ kind: "timeout", afterMs: 1 });
      window.handlers = { "site.list": (asked) => (asked.page < 4 ? listOf(page(asked.page - 1), 2_000) : fails()) };
      const { messages } = await window.run(revealTarget, [gone]);
      assert.equal(messages.at(-1)?.message, "No match among the 600 loaded of 2,000");
    });

    it("reveal a created row by its name", async () => {
      window.handlers = {
        "site.list": () => listOf([siteRow({ id: 7, name: "new.example", type: "PHP", running: true })]),
      };
      const target = { key: "new.example", label: "new.example" };
      const id = await recorded({ kind: "site", verb: "create", target });
      await window.run(revealTarget, [id]);
      assert.deepEqual(window.revealed, [[itemNodeId(panel.id, "site", "7"), false]]);
    });

    it("explain why it cannot be revealed", async () => {
      const telling = async (id: unknown) => (await window.run(revealTarget, [id])).messages.at(-1)?.message;
      const another = { key: "demo", label: "renamed" };
      assert.equal(await telling(await recorded({ target: another })), "“renamed” is no longer there on “Shop”.");
      const recreated = { key: "cd".repeat(32), label: "web" };
      const rows = [containerRow({ id: "ab".repeat(32), name: "web" })];
      window.handlers = { "container.list": () => ({ ...listOf(rows), total: rows.length }) };
      const id = await recorded({ kind: "container", target: recreated });
      assert.equal(await telling(id), "“web” is no longer there on “Shop”.");
      await window.services.store.update(panel.id, { hiddenGroups: ["container"] });
      assert.match((await telling(id)) ?? "", /^“Containers” of “Shop” is hidden\./);
      const newer = await recorded({ kind: "teapot" as never });
      assert.match((await telling(newer)) ?? "", /^Only a newer version/);
      await window.services.store.remove(panel.id);
      assert.equal(await telling(id), "The panel “Shop” is no longer in the list.");
      assert.deepEqual(window.revealed, []);
    });

    it("run it again with the usual questions and checks", async () => {
      const id = await recorded();
      await window.run(runAgain, [id], { to: "Restart Java project “demo”", with: false });
      assert.equal(window.calls(panel.id).count("java.restart"), 0);
      await window.run(runAgain, [id], { to: "Restart Java project “demo”", with: true });
      assert.equal(window.calls(panel.id).count("java.restart"), 1);
      await window.services.store.update(panel.id, { guardLevel: "readOnly" });
      const { messages } = await window.run(runAgain, [id]);
      assert.match(messages.at(-1)?.message ?? "", /read-only|read only/i);
      window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", pids: [] })]) };
      const stopped = await window.run(runAgain, [id]);
      assert.match(stopped.messages.at(-1)?.message ?? "", /does not apply to “demo” \(stopped\)/);
      assert.equal(window.calls(panel.id).count("java.restart"), 1);
    });

    it("run it again only if it has a target left", async () => {
      const repeatable = async (changes: Partial<ActionRecord>) => {
        await recorded(changes);
        const [entry] = await window.activity.read();
        return isRepeatable(entry ?? assert.fail());
      };
      assert.equal(await repeatable({}), true);
      assert.equal(await repeatable({ kind: "container", verb: "remove" }), false);
      assert.equal(await repeatable({ kind: "container", verb: "remove", outcome: { kind: "gone" } }), false);
      const failed = { kind: "failed", failure: { kind: "timeout", afterMs: 1 } } as const;
      assert.equal(await repeatable({ kind: "container", verb: "remove", outcome: failed }), true);
      assert.equal(await repeatable({ kind: "site", verb: "create" }), false);
      assert.equal(await repeatable({ kind: "runtime", verb: "upgrade" }), true);
      assert.equal(await repeatable({ kind: "teapot" as never }), false);
      const create = await recorded({ kind: "site", verb: "create" });
      const { messages } = await window.run(runAgain, [create]);
      assert.equal(messages[0]?.message, "This cannot be run again.");
    });
  });
});
