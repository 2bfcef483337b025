import assert from "node:assert/strict";
import { entryIn, entryOf, lineOf, type ActivityEntry } from "../../../../src/activity/activityEntry.ts";
import {
  activityDetails,
  activityFacts,
  activityLabel,
  activitySpoken,
  resultText,
} from "../../../../src/activity/window/activityTexts.ts";
import type { Outcome } from "../../../../src/actions/outcome.ts";
import { outcomeKinds } from "../../../../src/actions/outcomeKinds.ts";
import { outcomeSamples, requestSamples } from "../../actions/requestSamples.ts";
import { assertDistinct, assertText, timesUnsent } from "../../texts/sentence.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4);

const entries = requestSamples.flatMap(({ kind, verb, target }) =>
  outcomeSamples.flatMap((outcome) => {
    const record = { panelId: "p1", kind, verb, target, outcome, milliseconds: 1_500 };
    return entryOf(record, "商店", AT, (text) => text) ?? [];
  }),
);

function entryWith(changes: Partial<ActivityEntry>): ActivityEntry {
  const [entry = assert.fail("there is none")] = entries;
  return { ...entry, why: undefined, failure: undefined, evidence: undefined, ...changes };
}

/** What is said beside when, panel, operation, target, result and duration. */
const textOf = (entry: ActivityEntry) => activityFacts(entry, AT).slice(5, -1);

describe("What the activity tells", () => {
  it("names verb and target in the label", () => {
    for (const entry of entries) assertText(activityLabel(entry), entry.target);
  });

  it("begins with the name of a file, and has its directory last", () => {
    const entry = entryWith({ verb: "save", kind: "file", target: "/www/server/panel/vhost/nginx/shop.conf" });
    assert.equal(activityLabel(entry), "Save shop.conf");
    assert.equal(activityDetails(entry, AT).at(-1), "/www/server/panel/vhost/nginx");
    assert.equal(activityLabel(entryWith({ verb: "save", kind: "file", target: "/" })), "Save /");
  });

  it("names the setting of a website that was changed, also one that only a newer version knows", () => {
    const record = { panelId: "p1", kind: "site", verb: "changeSetting", milliseconds: 1 } as const;
    const target = { key: "7", label: "shop.example.com" };
    const outcome: Outcome = { kind: "done", evidence: { name: "site.settingNow", value: "new" } };
    const recorded = (setting: string) => {
      const entry = entryOf({ ...record, target, outcome, setting }, "商店", AT, (text) => text);
      return entryIn(lineOf(entry ?? assert.fail("it is not recorded"))) ?? assert.fail("it cannot be read again");
    };
    const entry = recorded("removeDomain");
    assert.equal(activityLabel(entry), "Change Setting shop.example.com");
    assert.equal(activityDetails(entry, AT)[0], "Remove Domain");
    assert.ok(activityFacts(entry, AT).includes("Setting: Remove Domain"));
    assert.ok(activityFacts(entry, AT).includes("Now: new"));
    assert.equal(activityDetails(recorded("newer"), AT)[0], "newer");
  });

  describe("of a deployment or a roll back, after its notification has gone", () => {
    const recorded = (kind: "site" | "javaProject", verb: "deploy" | "rollBack", outcome: Outcome) => {
      const target = { key: "shop", label: "shop" };
      const entry = entryOf(
        { panelId: "p1", kind, verb, target, outcome, milliseconds: 1 },
        "商店",
        AT,
        (text) => text,
      );
      assert.ok(entry);
      return textOf(entryIn(lineOf(entry)) ?? assert.fail("it cannot be read again"));
    };

    it("says what did not go back, and where its copy is", () => {
      const file = { path: "/www/wwwroot/shop/index.html", reason: "edited", copy: "/www/backup/copies/3" } as const;
      const deployment = { deployment: "site", state: "kept", kept: { files: [file], count: 8 } } as const;
      assert.deepEqual(recorded("site", "rollBack", { kind: "partly", evidence: undefined, deployment }), [
        "Not everything changed that should have.",
        "Not rolled back: /www/wwwroot/shop/index.html (changed by somebody since; its copy is /www/backup/copies/3), … and 7 more.",
      ]);
    });

    it("says that nobody has seen a restart, and which tasks are to be deleted", () => {
      const outcome: Outcome = {
        kind: "uncertain",
        cause: undefined,
        why: "abandoned",
        deployment: {
          deployment: "jar",
          targetKind: "jar",
          state: "wanted",
          running: "unknown",
          leftTasks: ["Server Panel 1 2"],
        },
      };
      const [, left] = recorded("javaProject", "deploy", outcome);
      assert.equal(
        left,
        "It is not known whether the project was restarted since: it may still run with what was there before that. The scheduled task “Server Panel 1 2” was not seen to be removed. Delete it in the panel; the next deployment tries that, too.",
      );
      const ofNewer = {
        ...outcome.deployment,
        deployment: "x",
        state: "wanted",
        targetKind: "of a newer version",
      } as const;
      const [why, leftOfNewer = ""] = recorded("javaProject", "deploy", { ...outcome, deployment: ofNewer });
      assert.equal(why, "The window that began this was closed before its end was known.");
      assert.match(leftOfNewer, /^It is not known whether the project was restarted since: .* The scheduled task/);
    });

    it("says it also of an entry of an earlier version, which did not write what kind of target it was", () => {
      // as version 0.1.0 has written it
      const line =
        '{"version":1,"id":"0b7c4b5e-7f0c-4a5f-9b44-0a4a1f0e2a11","at":1700000000000,"panelId":"p1","panel":"Shop",' +
        '"verb":"deploy","kind":"javaProject","target":"shop","key":"shop","result":"uncertain","why":"abandoned",' +
        '"deployment":{"state":"wanted","running":"unknown"},"milliseconds":1500}';
      const leftOf = (stored: string) => textOf(entryIn(stored) ?? assert.fail("it cannot be read")).at(-1);
      const left =
        "It is not known whether the project was restarted since: it may still run with what was there before that.";
      assert.equal(leftOf(line), left);
      assert.equal(leftOf(line.replace("javaProject", "teapot")), left);
    });

    it("says how an address has answered, without what may be secret in it", () => {
      const checked = { address: "https://shop.example/up?token=1", answer: { kind: "status", status: 502 } } as const;
      const deployment = { deployment: "site", state: "wanted", checked } as const;
      const facts = recorded("site", "deploy", { kind: "wentWrong", evidence: undefined, deployment });
      assert.equal(facts.at(-1), "https://shop.example/up answered with 502.");
    });

    it("says in its row whether it is in place, where it is not as it should be", () => {
      assert.equal(
        resultText({ result: "wentWrong", deployment: { state: "wanted" } }),
        "in place, but with a problem",
      );
      assert.equal(resultText({ result: "wentWrong", deployment: { state: "before" } }), "failed");
      assert.equal(resultText({ result: "rolledBack", deployment: { state: "before" } }), "rolled back");
    });

    it("says nothing more where all is as it should be", () => {
      const deployment = { deployment: "site", state: "wanted" } as const;
      assert.deepEqual(recorded("site", "deploy", { kind: "done", evidence: undefined, deployment }), []);
    });
  });

  it("is heard with what the target is, how it ended, where and when, in words", () => {
    for (const entry of entries) {
      const text = activitySpoken(entry, AT + 120_000);
      assertText(text, activityLabel(entry), resultText(entry), "商店", "2 min. ago");
      assert.ok(!text.includes("·"), text);
    }
  });

  it("has lines of panel, target and duration for everything that is recorded", () => {
    for (const entry of entries) {
      const facts = activityFacts(entry, AT + 120_000);
      for (const fact of facts) assertText(fact);
      assertText(facts[0], "2026", "2 min. ago");
      assertText(facts[1], "商店");
      assertText(facts[3], entry.target);
      assertText(facts.at(-1), "1.5 s");
    }
  });

  it("has a word of its own for each result that something was tried for", () => {
    const recorded = Object.entries(outcomeKinds).filter(([, { record }]) => record !== undefined);
    const words = recorded.map(([kind]) => resultText({ result: kind }));
    assert.equal(words.length, 15);
    for (const word of words) assert.match(word, /^[a-z ,]+$/);
    assertDistinct(words);
  });

  it("explains results, and adds the failure behind them", () => {
    assert.deepEqual(textOf(entryWith({ result: "busy" })), ["Another operation on it was still running."]);
    for (const why of ["noWay", "timedOut", "partly", "unreadable", "stopped"])
      assert.equal(textOf(entryWith({ result: "sent", why })).length, 1, why);
    const failure = { kind: "timeout", afterMs: 5_000 } as const;
    const [explained, cause] = textOf(entryWith({ result: "uncertain", failure }));
    assert.match(explained ?? "", /not known|unknown/);
    assertText(cause, "5 seconds");
    assert.equal(textOf(entryWith({ result: "failed", failure })).length, 1);
    const [notListed = ""] = textOf(entryWith({ result: "uncertain", why: "notListed" }));
    assert.match(notListed, /did not list it/);
    assert.equal(timesUnsent(notListed), 0);
    for (const result of ["done", "halfway", "uncertain"]) {
      const [wording = ""] = textOf(entryWith({ result, why: "abandoned" }));
      assert.match(wording, /The window that began this was closed/);
    }
    assert.equal(textOf(entryWith({ kind: "javaProject", verb: "stop", result: "done" })).length, 0);
    assert.equal(textOf(entryWith({ kind: "site", verb: "stop", result: "done" })).length, 1);
    for (const result of ["gone", "changed", "ambiguous"])
      assert.equal(timesUnsent(textOf(entryWith({ result })).join(" ")), 1, result);
  });

  it("tells what changed in part in the words of the action", () => {
    const partly = { result: "sent", why: "partly" };
    const ofProject = textOf(entryWith({ ...partly, kind: "javaProject", verb: "start" }));
    assert.match(ofProject.join(), /process/);
    for (const { kind, verb } of [
      { kind: "container", verb: "start" },
      { kind: "cluster", verb: "hibernate" },
    ]) {
      const wording = textOf(entryWith({ ...partly, kind, verb }));
      assert.equal(wording.length, 1);
      assert.doesNotMatch(wording.join(), /process/);
    }
  });

  it("says of a file that was cut off while it was replaced what is where", () => {
    const problem = { kind: "halfway", path: "/a", stage: "/www/backup/new", isMissing: true } as const;
    assert.deepEqual(textOf(entryWith({ kind: "file", verb: "save", result: "failed", problem })), [
      "“/a” is missing now. Its new content is whole at /www/backup/new on the server: move it back.",
    ]);
  });

  it("holds what was seen", () => {
    assert.deepEqual(textOf(entryWith({ result: "done", evidence: { name: "pid", value: "42" } })), ["Process: 42"]);
  });

  it("tells of each part of a website what was seen of it, and what was not checked", () => {
    const parts = [
      { kind: "root", name: "/www/wwwroot/shop", state: "there" },
      { kind: "ftp", name: "shop_ftp", state: "gone" },
    ] as const;
    assert.deepEqual(textOf(entryWith({ kind: "site", verb: "remove", result: "done", parts: [...parts] })), [
      "Whether the web server follows was not checked.",
      "Still there: root directory “/www/wwwroot/shop”",
      "No longer listed by the panel: FTP user “shop_ftp”",
    ]);
  });

  it("keeps words that only a newer version knows", () => {
    const entry = entryWith({ verb: "hibernate", kind: "cluster", result: "dreaming", why: "tired", target: "订单" });
    assertText(activityLabel(entry), "hibernate", "订单");
    const facts = activityFacts({ ...entry, evidence: { name: "mood", value: "fine" } }, AT).join("\n");
    for (const word of ["hibernate", "cluster", "dreaming", "mood: fine"])
      assertText(facts.replaceAll("\n", " / "), word);
    for (const name of ["constructor", "toString"]) {
      const odd = entryWith({ verb: name, kind: name, result: name, target: "订单" });
      assert.equal(activityLabel(odd), `${name} 订单`);
      assert.equal(resultText({ result: name }), name);
      assert.deepEqual(textOf(odd), []);
    }
  });
});
