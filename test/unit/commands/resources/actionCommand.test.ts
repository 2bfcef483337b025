import assert from "node:assert/strict";
import { actionCommand } from "../../../../src/commands/resources/actionCommand.ts";
import { applyToPanels, switchSettings } from "../../../../src/commands/resources/terminalSettingCommands.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { itemNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { site } from "../../../../src/resources/site.ts";
import type { ResultOf } from "../../../../src/wire/operations/operations.ts";
import type { Site } from "../../../../src/wire/operations/sites.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { fileEntry, javaRow, listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

describe("the commands of actions", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let theme: boolean | undefined;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    theme = false;
    window.handlers = {
      "terminal.settings": () => ({ completion: true, theme, aiShell: undefined, aiAnalysis: undefined }),
      "terminal.setTheme": ({ on }) => {
        theme = on;
        return { msg: undefined };
      },
      "terminal.setCompletion": failing({ kind: "rejected", message: "not now" }),
    };
  });
  afterEach(() => window.dispose());

  const setting = (name: string) => itemNodeId(panel.id, "terminalSetting", name);
  const changes = (on = panel) => window.calls(on.id).made.filter(([id]) => /\.(set[A-Z]|delete|change)/.test(id));

  it("act on the clicked nodes", async () => {
    await window.items(panel, "terminalSetting");
    const { messages } = await window.run(actionCommand("turnOn"), [setting("theme")]);
    assert.equal(theme, true);
    assert.equal(messages[0]?.severity, "information");
  });

  it("name an edition without the action, and send nothing", async () => {
    const blog = await window.add({ name: "Blog" });
    await window.items(panel, "terminalSetting");
    window.editions.set(panel.id, "aapanel");
    const turnOn = actionCommand("turnOn");
    const lacks = "“Shop” is an aaPanel, which has no web terminal settings.";
    assert.equal((await window.run(turnOn, [setting("theme")])).messages[0]?.message, lacks);
    assert.equal((await window.run(turnOn, [panelNodeId(panel.id)])).messages.length, 1);
    assert.deepEqual([changes(), changes(blog)], [[], []]);
  });

  it("do nothing without their input", async () => {
    window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", type: "springboot", pids: [1] })]) };
    const change = actionCommand("changeLogPath");
    const [item] = await window.items(panel, "javaProject");
    const { inputs } = await window.run(change, [item?.id], { to: "Log Directory of “demo”", with: undefined });
    assert.equal(inputs[0]?.value, undefined);
    assert.equal(inputs[0]?.problem?.("/data/logs"), undefined);
    for (const path of ["logs", "/data/../etc"]) assert.equal(typeof inputs[0]?.problem?.(path), "string");
    assert.deepEqual(changes(), []);
  });

  it("say that the action is for other projects only", async () => {
    window.handlers = { "java.list": () => listOf([javaRow({ name: "demo", type: "neizhi", pids: [1] })]) };
    const [item] = await window.items(panel, "javaProject");
    const { messages } = await window.run(actionCommand("changeLogPath"), [item?.id]);
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["Panels support this only for Spring Boot projects."],
    );
  });

  describe("that change the PHP version of a site", () => {
    const versions = ["00", "74", "82"].map((code) => ({ code, name: `PHP-${code}`, installed: code !== "74" }));
    let php: string;

    beforeEach(() => {
      php = "5.6";
      window.handlers = {
        "site.list": () => listOf([siteRow({ id: 7, name: "docs.example.com", type: "PHP", running: true, php })]),
        "site.phpVersions": () => ({ rows: versions, unreadable: [], total: versions.length }),
        "site.setPhp": (params) => {
          php = params.php === "00" ? "static" : params.php.replace(/^(.)/, "$1.");
          return { msg: "" };
        },
      };
    });

    const change = async (...answers: readonly ScriptedAnswer[]) => {
      const [item] = await window.items(panel, "site");
      return window.run(actionCommand("changePhp"), [item?.id], ...answers);
    };

    it("offer the other versions that are installed, and say what follows", async () => {
      const { choices, messages } = await change({ to: "PHP Version of", with: "PHP 8.2" });
      // whatever the panel's language calls them
      assert.deepEqual(choices, [["Static, no PHP", "PHP 8.2"]]);
      const effect = (code: string) => site.actions.changePhp?.words.effect({ php: code }, false, "running", []) ?? "";
      assert.match(effect("82"), /^It then runs with PHP 8\.2: /);
      assert.match(effect("00"), /no longer runs PHP/);
      assert.deepEqual(changes(), [["site.setPhp", { name: "docs.example.com", php: "82" }]]);
      assert.match(messages[0]?.message ?? "", /is set to the new PHP version\./);
      const second = await change({ to: "PHP Version of", with: "Static, no PHP" });
      assert.deepEqual(second.choices, [["Static, no PHP"]]);
    });

    it("send nothing for a version that has gone meanwhile", async () => {
      let reads = 0;
      window.handlers = {
        ...window.handlers,
        "site.phpVersions": () => {
          const rows = versions.slice(0, (reads += 1) === 1 ? 3 : 2);
          return { rows, unreadable: [], total: rows.length };
        },
      };
      await change({ to: "PHP Version of", with: "PHP 8.2" });
      assert.deepEqual(changes(), []);
    });

    it("do nothing where there is no other", async () => {
      window.handlers = { ...window.handlers, "site.phpVersions": () => ({ rows: [], unreadable: [], total: 0 }) };
      const { messages } = await change();
      assert.match(messages[0]?.message ?? "", /has no other version of PHP/);
    });
  });

  describe("that delete a site", () => {
    let sites: readonly Site[];

    beforeEach(() => {
      sites = [
        siteRow({ id: 7, name: "docs.example.com", type: "PHP", running: true, root: "/www/wwwroot/docs" }),
        siteRow({ id: 8, name: "api.example.com", type: "PHP", running: true, root: "/www/wwwroot/docs/api" }),
      ];
      window.handlers = {
        "site.list": () => listOf(sites),
        "site.ftpUsers": () => listOf([{ id: 1, site: 8, name: "api", user: undefined, server: undefined }]),
        "site.databases": () => listOf([{ id: 2, site: 7, name: "docs_db", user: "docs_db", server: 0 }]),
        "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, path.startsWith("/www/www")))),
        "file.attributes": () => ({ device: 1 }) as ResultOf<"file.attributes">,
        "site.delete": ({ id }) => {
          sites = sites.filter((row) => row.id !== id);
          return { msg: undefined };
        },
      };
    });

    const remove = async (...answers: readonly ScriptedAnswer[]) => {
      const [item] = await window.items(panel, "site");
      return window.run(actionCommand("remove"), [item?.id], ...answers);
    };
    const choose = (parts: string | undefined) => ({ to: "What else should be deleted?", with: parts });
    const agree = { to: "docs.example.com", with: true };
    const type = { to: "docs.example.com", with: "docs.example.com" };

    it("offer its parts by name, and delete the chosen ones after its name is typed", async () => {
      const declined = await remove(choose(undefined));
      assert.deepEqual(declined.choices, [["Root directory", "Database"]]);
      assert.deepEqual(changes(), []);
      const { questions, inputs, messages } = await remove(choose("Root directory|Database"), agree, type);
      assert.match(
        questions[0]?.detail ?? "",
        /deleted:\n• root directory “\/www\/wwwroot\/docs”\n• database “docs_db”\n.*: api\.example\.com\n/,
      );
      assert.match(questions[0]?.detail ?? "", /^The website .* Backups that the panel has made of it stay\.\n/);
      const { prompt = "" } = inputs[0] ?? {};
      assert.match(prompt, /“\/www\/wwwroot\/docs”.*“docs_db”.*api\.example\.com.*Type “docs\.example\.com”/);
      assert.deepEqual(
        changes().map(([, params]) => params),
        [{ id: 7, name: "docs.example.com", withRoot: true, withFtp: false, withDatabase: true }],
      );
      // the panel still lists the database, and the directory still exists
      assert.match(
        messages[0]?.message ?? "",
        /Still there: root directory “\/www\/wwwroot\/docs”, database “docs_db”/,
      );
      assert.equal(messages[0]?.severity, "warning");
    });

    it("offer no shared directory, and no unreadable part", async () => {
      sites = sites.map((row) => ({ ...row, root: "/www/wwwroot/docs" }));
      window.handlers = { ...window.handlers, "site.databases": failing({ kind: "rejected", message: "no" }) };
      const { questions, choices } = await remove(agree, { ...type, with: undefined });
      assert.deepEqual(choices, []);
      assert.match(
        questions[0]?.detail ?? "",
        /use it too: root directory “\/www\/wwwroot\/docs”\n.*: api\.example\.com\n.*could not be read: database\n/,
      );
    });

    it("ask nothing if the panel does not answer, and say why", async () => {
      window.handlers = { ...window.handlers, "site.ftpUsers": failing({ kind: "refused", reason: "key" }) };
      const { messages, questions } = await remove();
      assert.deepEqual([questions.length, messages.length, changes()], [0, 1, []]);
    });
  });

  describe("of checkboxes", () => {
    const click = (...wanted: readonly (readonly [string, boolean])[]) =>
      window.answering([], () => switchSettings(window.services, wanted));

    it("switch at once, and redraw failed ones", async () => {
      await window.items(panel, "terminalSetting");
      await click([setting("theme"), true], [setting("completion"), false]);
      assert.equal(theme, true);
      assert.deepEqual(window.shownAgain, [setting("completion")]);
    });

    it("redraw all if one is gone", async () => {
      await window.items(panel, "terminalSetting");
      const { messages } = await click([setting("theme"), true], [setting("gone"), true]);
      assert.equal(messages.length, 1);
      assert.deepEqual(window.shownAgain, [setting("theme"), setting("gone")]);
      assert.deepEqual(changes(), []);
    });
  });

  describe("that apply settings to other panels", () => {
    const title = "Apply Terminal Settings";

    it("need another panel", async () => {
      const { messages } = await window.run(applyToPanels);
      assert.equal(messages[0]?.message, "There is no other panel.");
    });

    it("ask for the panels, and once more before anything is sent", async () => {
      theme = true;
      const blog = await window.add({ name: "Blog" });
      const from = { to: `${title} to Panels Which panel?`, with: "Shop" };
      await window.run(applyToPanels, [], { ...from, with: undefined });
      await window.run(applyToPanels, [], from, { to: "Which panels get", with: undefined });
      await window.run(applyToPanels, [], from, { to: "Which panels get", with: "Blog" }, { to: "", with: false });
      assert.deepEqual(changes(blog), []);
      window.handlers = { ...window.handlers, "terminal.setCompletion": () => ({ msg: undefined }) };
      await window.run(applyToPanels, [], from, { to: "Which panels get", with: "Blog" }, { to: "", with: true });
      assert.deepEqual(changes(), []);
    });

    it("exclude editions without settings, and send nothing to them", async () => {
      const blog = await window.add({ name: "Blog" });
      window.editions.set(blog.id, "aapanel");
      const lacks = "which has no web terminal settings";
      const from = (name: string) => ({ to: `${title} to Panels Which panel?`, with: name });
      const { messages } = await window.run(applyToPanels, [panelNodeId(panel.id)]);
      assert.deepEqual(messages[0]?.message, "No other panel has web terminal settings.");
      await window.add({ name: "Docs" });
      const mixed = await window.run(applyToPanels, [], from("Shop"), { to: "“Shop”?", with: undefined });
      assert.deepEqual(mixed.choices, [["Shop", "Docs"], ["Docs"]]);
      // a list would truncate the question
      assert.deepEqual(
        mixed.messages.map(({ message }) => message),
        ["Left out: Blog (no web terminal settings)"],
      );
      const clicked = await window.run(applyToPanels, [panelNodeId(blog.id)]);
      assert.equal(clicked.messages[0]?.message, `“Blog” is an aaPanel, ${lacks}.`);
      assert.equal(window.calls(blog.id).count("terminal.settings"), 0);
    });

    it("name excluded panels before anything is asked, even if that shows only then", async () => {
      theme = true;
      const [blog, docs] = [await window.add({ name: "Blog" }), await window.add({ name: "Docs" })];
      for (const { id } of [blog, docs]) window.editions.set(id, "unknown");
      window.learnedEditions.set(blog.id, "aapanel");
      window.learnedEditions.set(docs.id, "baota");
      const { messages, questions } = await window.run(
        applyToPanels,
        [panelNodeId(panel.id)],
        { to: "Which panels get", with: "Blog|Docs" },
        { to: "Turn on 2 terminal settings", with: false },
      );
      assert.deepEqual(
        messages.map(({ message }) => message),
        ["Left out: Blog (no web terminal settings)"],
      );
      assert.equal(questions.length, 1);
      assert.ok(!JSON.stringify(questions).includes("Blog"));
      assert.deepEqual(window.editionsAsked, [blog.id, docs.id]);
    });

    it("continue if one panel does not answer, which the result shows", async () => {
      const [blog, docs] = [await window.add({ name: "Blog" }), await window.add({ name: "Docs" })];
      for (const { id } of [blog, docs]) window.editions.set(id, "unknown");
      const down = failing({ kind: "network", code: "ECONNREFUSED" });
      window.learnedEditions.set(blog.id, async () => down());
      window.learnedEditions.set(docs.id, "baota");
      theme = undefined;
      await window.items(panel, "terminalSetting");
      const { "terminal.settings": settings } = window.handlers;
      window.handlers = {
        ...window.handlers,
        "terminal.settings": () => (window.finished.length === 0 ? down() : (settings?.({}) ?? assert.fail())),
      };
      const { messages } = await window.run(
        applyToPanels,
        [panelNodeId(panel.id)],
        { to: "Which panels get", with: "Blog|Docs" },
        { to: "Turn on 2 terminal settings", with: true },
      );
      assert.match(messages[0]?.message ?? "", /1 of 2 done/);
      assert.match(messages[0]?.message ?? "", /Blog/);
      assert.deepEqual(
        window.finished.map(({ panelId, outcome }) => [panelId, outcome.kind]),
        [
          [blog.id, "failed"],
          [docs.id, "already"],
        ],
      );
    });

    it("continue if we cannot make sense of one panel", async () => {
      const [blog, docs] = [await window.add({ name: "Blog" }), await window.add({ name: "Docs" })];
      for (const { id } of [blog, docs]) window.editions.set(id, "unknown");
      window.learnedEditions.set(blog.id, async () => {
        throw new RangeError("Invalid time value");
      });
      window.learnedEditions.set(docs.id, "baota");
      theme = undefined;
      await window.items(panel, "terminalSetting");
      const { questions } = await window.run(
        applyToPanels,
        [panelNodeId(panel.id)],
        { to: "Which panels get", with: "Blog|Docs" },
        { to: "Turn on 2 terminal settings", with: false },
      );
      assert.equal(questions.length, 1);
    });

    it("ask all panels at once, and end if a person cancels", async () => {
      const [blog, docs] = [await window.add({ name: "Blog" }), await window.add({ name: "Docs" })];
      for (const { id } of [blog, docs]) window.editions.set(id, "unknown");
      let cancel: () => void = () => undefined;
      const cancelled = failing({ kind: "cancelled" });
      window.learnedEditions.set(blog.id, async () => {
        await new Promise<void>((resolve) => (cancel = resolve));
        return cancelled();
      });
      window.learnedEditions.set(docs.id, async () => {
        cancel();
        return "baota";
      });
      await window.run(applyToPanels, [panelNodeId(panel.id)], { to: "Which panels get", with: "Blog|Docs" });
      assert.deepEqual(window.finished, []);
    });

    it("say that the panel does not send its settings", async () => {
      await window.add({ name: "Blog" });
      const none = { completion: undefined, theme: undefined, aiShell: undefined, aiAnalysis: undefined };
      window.handlers = { "terminal.settings": () => none };
      const { messages } = await window.run(applyToPanels, [], { to: "Which panel?", with: "Shop" });
      assert.match(messages[0]?.message ?? "", /“Shop” does not report its settings/);
    });
  });
});
