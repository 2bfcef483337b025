import assert from "node:assert/strict";
import type { ActionInput } from "../../../../src/resources/resource.ts";
import type { Verb } from "../../../../src/resources/verbs.ts";
import { requestsFor, runAndTell, showAbandoned } from "../../../../src/commands/context/runAndTell.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { ItemNode } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { fileEntry, javaRow, listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

describe("runAndTell", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let pids: number[];

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    pids = [1];
    const row = (name: string) =>
      javaRow({ name, type: "springboot", pids, listening: [80], logPath: "/www/wwwlogs/java/shop.log" });
    window.handlers = {
      "java.list": () => listOf(["demo", "shop", "blog"].map(row)),
      "java.stop": () => {
        pids = [];
        return { msg: undefined };
      },
      "java.restart": failing({ kind: "rejected", message: "the port is in use" }),
      "java.changeLogPath": () => {
        pids = [];
        return { msg: undefined };
      },
      "java.log": () => ({ text: "last words", file: undefined, size: undefined }),
    };
  });
  afterEach(() => window.dispose());

  async function run(
    verb: Verb,
    many: number,
    answers: readonly ScriptedAnswer[] = [],
    input: ActionInput = {},
    changed: Partial<ItemNode> = {},
  ) {
    const items = (await window.items(panel, "javaProject")).slice(0, many).map((item) => ({ ...item, ...changed }));
    return window.answering(answers, async () => {
      await runAndTell(window.services, requestsFor(window.services, items, verb, input));
      // the notification does not delay the command
      await new Promise((resolve) => setImmediate(resolve));
    });
  }

  it("leads to the file and line that a web server's refusal names", async () => {
    const path = "/www/server/panel/vhost/nginx/a.conf";
    const refuse = (message: string) => {
      window.handlers = { ...window.handlers, "java.restart": failing({ kind: "rejected", message }) };
    };
    refuse(`nginx: [emerg] unknown directive "liste" in ${path}:12`);
    const { messages } = await run("restart", 1, [
      { to: `unknown directive "liste"”, in line 12 of ${path}`, with: "Open File" },
    ]);
    assert.deepEqual(messages[0]?.buttons?.includes("Try Again"), true);
    assert.deepEqual(window.workbench.opened, [`${path}:12`]);
    refuse(`cannot open ${path}:12`);
    const other = await run("restart", 1);
    assert.equal(other.messages[0]?.buttons?.includes("Open File"), false, "another refusal");
  });

  it("says name and size of a new backup first, and downloads it or copies its path", async () => {
    const path = "/www/backup/site/a/web_a_2.tar.gz";
    let ids = [1];
    window.handlers = {
      "site.list": () => listOf([siteRow({ id: 7, name: "a", running: true, type: "PHP" })]),
      "backup.list": () => ({ ...listOf([]), rows: ids.map((id) => ({ id, path })), unreadable: [] }),
      "file.stat": ({ paths }) => ({ rows: paths.map((each) => fileEntry(each, true, 965)), unreadable: [], total: 1 }),
      "site.backUp": () => {
        ids = [2, 1];
        return { msg: undefined };
      },
    };
    const backUp = async (button: string) => {
      ids = [1];
      const items = await window.items(panel, "site");
      return window.answering([{ to: "was backed up", with: button }], async () => {
        await runAndTell(window.services, requestsFor(window.services, items, "backUp", {}));
        await new Promise((resolve) => setImmediate(resolve));
      });
    };
    const { messages } = await backUp("Copy Path");
    assert.match(
      messages[0]?.message ?? "",
      /was backed up\. Archive: web_a_2\.tar\.gz \(965 B\), in \/www\/backup\/site\/a\./,
    );
    assert.deepEqual(messages[0]?.buttons, ["Download…", "Copy Path"]);
    assert.deepEqual(window.workbench.copied.at(-1), path);
    // where to is not chosen
    assert.equal((await backUp("Download…")).messages.length, 1);
  });

  it("shows success, and leads to the log", async () => {
    const { messages } = await run("stop", 1, [{ to: "has stopped", with: "Follow Log" }]);
    assert.deepEqual([messages[0]?.severity, messages[0]?.names], ["information", ["Shop", "demo"]]);
    assert.deepEqual(messages[0]?.buttons, ["Follow Log"]);
    assert.equal(window.logTails.current[0]?.log.key, "demo");
    assert.equal(window.finished.length, 1);
  });

  it("shows a failure with the panel's message and fixes", async () => {
    const { messages, questions, read } = await run("restart", 1, [
      { to: "the port is in use", with: "Show Details" },
      { to: "the port is in use", with: "Show Extension Log" },
    ]);
    assert.equal(messages[0]?.severity, "error");
    assert.deepEqual(messages[0]?.buttons, ["Follow Log", "Try Again", "Show Details"]);
    assert.equal(read.length, 1, "there is nothing to cancel");
    assert.equal(questions[0]?.message, "Restart Java project “demo” on “Shop”");
    assert.match(questions[0].detail, /^[^“]*the port is in use[^]*\nPanel: Shop \(https/);
    assert.equal(window.log.timesShown, 1);
  });

  it("tries again on the panel as it is then, with new looks", async () => {
    const { handlers } = window;
    const looks: number[] = [];
    let tries = 0;
    window.handlers = {
      ...handlers,
      "java.list": (params) => {
        looks.push(tries);
        return handlers["java.list"]?.(params) ?? listOf([]);
      },
      "java.stop": () => {
        tries += 1;
        if (tries === 1) throw new PanelError({ kind: "rejected", message: "not now" });
        pids = [];
        return { msg: undefined };
      },
    };
    const { messages } = await run("stop", 1, [{ to: "not now", with: "Try Again" }]);
    assert.match(messages[1]?.message ?? "", /has stopped/);
    assert.ok(looks.filter((after) => after === 1).length > 1);
    const again = await run("restart", 1, [{ to: "the port is in use", with: "Try Again" }]);
    assert.equal(again.messages.length, 2, "its log and the same buttons again");
    pids = [1];
    window.handlers = {
      ...handlers,
      "java.stop": async () => {
        await window.services.store.update(panel.id, { guardLevel: "readOnly" });
        throw new PanelError({ kind: "rejected", message: "not now" });
      },
    };
    const { messages: last } = await run("stop", 1, [{ to: "not now", with: "Try Again" }]);
    assert.equal(last.at(-1)?.message, "“Shop” is read-only. Nothing was sent.");
  });

  it("offers to start a target that did not survive its restart", async () => {
    window.lacks = ["java.restart"];
    window.handlers = { ...window.handlers, "java.start": () => ({ msg: undefined }) };
    const { messages } = await run("restart", 1);
    assert.match(messages[0]?.message ?? "", /accepted it, but it failed\. No process was running afterwards\./);
    assert.deepEqual(messages[0]?.buttons, ["Start", "Follow Log", "Show Details"]);
  });

  it("shows that another window has left a target stopped, and offers to start it", async () => {
    const [item = assert.fail("there is none")] = await window.items(panel, "javaProject");
    const [request = assert.fail("there is none")] = requestsFor(window.services, [item], "restart", {});
    pids = [];
    window.handlers = {
      ...window.handlers,
      "java.start": () => {
        pids = [2];
        return { msg: undefined };
      },
    };
    const { messages } = await window.answering([{ to: "it is not running", with: "Start" }], async () => {
      await showAbandoned(window.services, { request, outcome: { kind: "halfway", why: "abandoned" } }, 3);
      await new Promise((resolve) => setImmediate(resolve));
    });
    assert.equal(
      messages[0]?.message,
      "Restart Java project “demo” on “Shop”: it is not running. The window that began this was closed before its end was known. 3 later changes of the same run were not started.",
    );
    assert.deepEqual([messages[0].severity, messages[0].buttons], ["warning", ["Start", "Follow Log", "Show Details"]]);
    assert.match(messages[1]?.message ?? "", /is running/);
  });

  it("offers to restart a project of which nobody knows whether it runs with its new jar", async () => {
    const [item] = await window.items(panel, "javaProject");
    const request = {
      panel: window.services.connections.of(panel),
      kind: "javaProject",
      verb: "deploy",
      target: { key: item?.key ?? "", label: "demo" },
      row: undefined,
    } as const;
    let restarts = 0;
    window.handlers = {
      ...window.handlers,
      "java.restart": () => {
        pids = [2 + restarts++];
        return { msg: undefined };
      },
    };
    const deployment = { deployment: "app", targetKind: "jar", state: "wanted", running: "unknown" } as const;
    const outcome = { kind: "uncertain", cause: undefined, why: "abandoned", deployment } as const;
    const { messages } = await window.answering(
      [{ to: "may still run with what was there before that", with: "Restart" }],
      async () => {
        await showAbandoned(window.services, { request, outcome }, 0);
        await new Promise((resolve) => setImmediate(resolve));
      },
    );
    assert.deepEqual(messages[0]?.buttons, ["Restart", "Show Details"]);
    assert.equal(restarts, 1);
  });

  it("says which of several servers another window has left, and where the others are told", async () => {
    const request = {
      panel: window.services.connections.of(panel),
      kind: "site",
      verb: "deploy",
      target: { key: "1", label: "shop.example" },
      row: undefined,
      group: { id: "g", deployment: "shop", role: "web-2", roles: ["web-1", "web-2", "web-3"] },
    } as const;
    const deployment = { deployment: "shop", targetKind: "website", state: "held" } as const;
    const outcome = { kind: "uncertain", cause: undefined, why: "abandoned", deployment } as const;
    const { messages } = await window.answering([], async () =>
      showAbandoned(window.services, { request, outcome }, 0),
    );
    assert.match(
      messages[0]?.message ?? "",
      /It was for web-2, one of 3 servers\. The Activity view says what became of the others, as far as they have begun\.$/,
    );
  });

  it("shows another window's creation, which cannot be tried again from there", async () => {
    const request = {
      panel: window.services.connections.of(panel),
      kind: "site",
      verb: "create",
      target: { key: "shop.example", label: "shop.example" },
      row: undefined,
    } as const;
    const failure = { kind: "page", status: 404 } as const;
    const { messages } = await window.answering([], async () => {
      await showAbandoned(window.services, { request, outcome: { kind: "failed", failure } }, 0);
    });
    assert.deepEqual(messages[0]?.buttons, ["Show Details"]);
  });

  it("offers the fix of a refused call first", async () => {
    window.handlers = { ...window.handlers, "java.restart": failing({ kind: "refused", reason: "key" }) };
    const { messages } = await run("restart", 1);
    assert.deepEqual(messages[0]?.buttons, ["Change API Key…", "Try Again", "Diagnose…"]);
  });

  it("does not offer to repeat a change that may still happen", async () => {
    window.handlers = { ...window.handlers, "java.stop": () => ({ msg: undefined }) };
    const { messages, questions } = await run("stop", 1, [
      { to: "not confirmed", with: "Show Details" },
      { to: "Sent, not confirmed", with: undefined },
    ]);
    assert.deepEqual(messages[0]?.buttons, ["Follow Log", "Show Details"]);
    assert.match(questions[0]?.detail ?? "", /^Sent, not confirmed/, "the heading is not repeated");
  });

  it("shows only success in the status bar, if asked to", async () => {
    const items = (await window.items(panel, "javaProject")).slice(0, 2);
    const quietly = (verb: Verb, count: number) =>
      window.answering([], async () => {
        const requests = requestsFor(window.services, items.slice(0, count), verb, {});
        await runAndTell(window.services, requests, { quietly: true });
        await new Promise((resolve) => setImmediate(resolve));
      });
    const one = await quietly("stop", 1);
    assert.deepEqual([one.messages, one.mentioned.length], [[], 1]);
    assert.match(one.mentioned[0] ?? "", /“demo” on “Shop” has stopped/);
    const two = await quietly("stop", 2);
    assert.deepEqual([two.messages, two.mentioned], [[], ["Stop 2 Java projects: all done."]]);
    const failed = await quietly("restart", 2);
    assert.deepEqual([failed.messages.length, failed.mentioned], [1, []]);
  });

  it("is silent after a person declined", async () => {
    await window.services.store.update(panel.id, { guardLevel: "ask" });
    const { messages, questions } = await run("stop", 1, [{ to: "demo", with: false }]);
    assert.equal(questions.length, 1);
    assert.deepEqual(messages, []);
    assert.deepEqual(pids, [1]);
  });

  it("explains a read-only panel", async () => {
    await window.services.store.update(panel.id, { guardLevel: "readOnly" });
    const { messages } = await run("stop", 1, [
      { to: "“Shop” is read-only. Nothing was sent.", with: "Edit Panel…" },
      { to: "Edit “Shop”", with: undefined },
    ]);
    assert.equal(messages.length, 1);
    assert.deepEqual(pids, [1]);
  });

  it("summarizes several actions, with details in the log and behind a button", async () => {
    const { messages, questions } = await run("restart", 3, [
      { to: "0 of 3 done", with: "Show Details" },
      { to: "the port is in use", with: "Show Extension Log" },
    ]);
    assert.equal(messages[0]?.severity, "warning");
    assert.equal(questions.at(-1)?.detail.split("\n").length, 3);
    assert.equal(window.log.lines.filter((line) => line.startsWith("warn ")).length, 3);
    assert.equal(window.log.timesShown, 1);
  });

  it("summarizes without details if all are done", async () => {
    const { messages } = await run("stop", 2);
    assert.deepEqual([messages[0]?.severity, messages[0]?.buttons], ["information", []]);
  });

  it("limits the details to the room of a dialog", async () => {
    const [item] = await window.items(panel, "javaProject");
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...(item ?? assert.fail("there is none")),
      key: `app${index}`,
      label: `app${index}`,
      row: undefined,
    }));
    const rows = many.map(({ key }) => javaRow({ name: key, pids: [1] }));
    window.handlers = { ...window.handlers, "java.list": () => listOf(rows) };
    const { questions } = await window.answering(
      [
        { to: "0 of 60 done", with: "Show Details" },
        { to: "… and 10 more", with: undefined },
      ],
      async () => {
        await runAndTell(window.services, requestsFor(window.services, many, "restart", {}));
        await new Promise((resolve) => setImmediate(resolve));
      },
    );
    assert.equal(questions.at(-1)?.detail.split("\n").length, 51);
    assert.equal(window.log.timesShown, 0);
  });

  it("offers to restore the old log directory of a project that did not come up", async () => {
    const paths: unknown[] = [];
    window.handlers = {
      ...window.handlers,
      "java.changeLogPath": ({ path }) => {
        paths.push(path);
        pids = path === "/www/wwwlogs/java" ? [2] : [];
        return { msg: undefined };
      },
    };
    await run("changeLogPath", 1, [{ to: "but it failed", with: "Change Back" }], { path: "/data/logs" });
    assert.deepEqual(paths, ["/data/logs", "/www/wwwlogs/java"]);
  });

  it("leads to the project's log after a problem with a start, stop or restart", async () => {
    const show = async (verb: Verb, to: string) => {
      const { messages } = await run(verb, 1, [{ to, with: "Follow Log" }]);
      const buttons = messages[0]?.buttons ?? [];
      assert.ok(buttons.includes("Show Details") && buttons.length <= 3, buttons.join());
      assert.deepEqual(
        window.logTails.current.map(({ log }) => [log.panelId, log.kind, log.key]),
        [[panel.id, "javaProject", "demo"]],
      );
      window.logTails.stop(window.logTails.current[0]?.id ?? "");
      await new Promise((resolve) => setImmediate(resolve));
    };
    await show("restart", "the port is in use");
    window.handlers = { ...window.handlers, "java.stop": () => ({ msg: undefined }) };
    await show("stop", "not confirmed");
    pids = [];
    window.handlers = { ...window.handlers, "java.start": () => ({ msg: undefined }) };
    await show("start", "accepted it, but it failed");
  });

  it("does not lead to a log that cannot be read or does not exist", async () => {
    window.handlers = { ...window.handlers, "java.restart": failing({ kind: "network", code: "ECONNREFUSED" }) };
    const { messages } = await run("restart", 1);
    assert.ok(!(messages[0]?.buttons ?? []).includes("Follow Log"));
  });

  it("offers to start a stopped project that could not be started again", async () => {
    window.lacks = ["java.restart"];
    let starts = 0;
    window.handlers = {
      ...window.handlers,
      "java.start": () => {
        starts += 1;
        if (starts === 1) throw new PanelError({ kind: "rejected", message: "no memory" });
        pids = [2];
        return { msg: undefined };
      },
    };
    const { messages } = await run("restart", 1, [{ to: "could not be started again", with: "Start" }]);
    assert.deepEqual(messages[0]?.buttons, ["Start", "Follow Log", "Show Details"]);
    assert.match(messages[0]?.message ?? "", /no memory/);
    assert.match(messages[1]?.message ?? "", /is running/);
    assert.deepEqual(pids, [2]);
  });

  it("offers to start a project that may still stop", async () => {
    window.lacks = ["java.restart"];
    window.handlers = {
      ...window.handlers,
      "java.stop": () => ({ msg: undefined }),
      "java.start": () => {
        pids = [2];
        return { msg: undefined };
      },
    };
    const { messages } = await run("restart", 1);
    assert.match(messages[0]?.message ?? "", /still running after 60 s/);
    assert.deepEqual(messages[0]?.buttons, ["Start", "Follow Log", "Show Details"]);
    pids = [];
    const late = await run("start", 1);
    assert.match(late.messages[0]?.message ?? "", /is running/);
  });

  it("offers no other try for a change that may have happened", async () => {
    window.handlers = {
      ...window.handlers,
      "java.restart": failing({
        kind: "uncertain",
        cause: { kind: "network", code: "ECONNRESET", answeredBefore: true },
      }),
    };
    const { messages } = await run("restart", 1);
    assert.match(messages[0]?.message ?? "", /result unknown.+may be restarting\./);
    assert.doesNotMatch(messages[0]?.message ?? "", /try again/i);
    assert.deepEqual(messages[0]?.buttons, ["Follow Log", "Show Details"]);
    window.lacks = ["java.restart"];
    window.handlers = {
      ...window.handlers,
      "java.stop": failing({ kind: "uncertain", cause: { kind: "timeout", afterMs: 1 } }),
    };
    const lost = await run("restart", 1);
    assert.match(lost.messages[0]?.message ?? "", /The stop got no complete answer/);
    assert.deepEqual(lost.messages[0]?.buttons, ["Start", "Follow Log", "Show Details"]);
  });

  it("offers to start all that were left stopped", async () => {
    window.lacks = ["java.restart"];
    const started: string[] = [];
    const running = new Map(["demo", "shop", "blog"].map((name) => [name, [1]]));
    window.handlers = {
      "java.list": () => listOf([...running].map(([name, now]) => javaRow({ name, pids: now, listening: [80] }))),
      "java.stop": ({ project }) => {
        running.set(project, []);
        return { msg: undefined };
      },
      "java.start": ({ project }) => {
        if (started.push(project) <= 2) throw new PanelError({ kind: "rejected", message: "no memory" });
        running.set(project, [1 + started.length]);
        return { msg: undefined };
      },
    };
    const { messages } = await run("restart", 3, [{ to: "1 of 3 done", with: "Start" }]);
    assert.deepEqual(messages[0]?.buttons, ["Start", "Show Details"]);
    assert.match(messages[1]?.message ?? "", /all done/);
    const failed = started.slice(0, 2);
    assert.deepEqual(started.slice(3), failed);
  });

  it("does not offer an unknown old directory", async () => {
    const { messages } = await run("changeLogPath", 1, [], { path: "/data/logs" }, { row: undefined });
    assert.deepEqual(messages[0]?.buttons, ["Follow Log", "Try Again", "Show Details"]);
  });

  it("ends if a panel was removed", async () => {
    await window.items(panel, "javaProject");
    const { messages } = await run("stop", 1, [], {}, { panelId: "gone" });
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["Nothing was done: this is no longer there."],
    );
  });
});
