import assert from "node:assert/strict";
import type { LastSeen } from "../../../src/followedLogs/followedLog.ts";
import type { GuardLevel } from "../../../src/panels/guardLevel.ts";
import type { Fact } from "../../../src/resources/facts.ts";
import { resourceStates } from "../../../src/resources/resource.ts";
import { verbWords, verbs } from "../../../src/resources/verbs.ts";
import { factHeading } from "../../../src/resources/resources.ts";
import { subjectKinds } from "../../../src/resources/subjects.ts";
import {
  elsewhereText,
  factInRow,
  factSpoken,
  factValue,
  groupText,
  guardLevelText,
  impliesState,
  itemText,
  kindText,
  stateText,
} from "../../../src/texts/resourceTexts.ts";
import { assertDistinct, assertSentence, assertText } from "./sentence.ts";

// a missing entry of these tables does not compile
const values: Readonly<Record<Fact["name"], string>> = {
  type: "springboot",
  port: "8080",
  pid: "4203",
  listening: "8080",
  logPath: "/www/wwwlogs",
  image: "nginx:1",
  ports: "80",
  id: "7",
  php: "8.2",
  root: "/www/wwwroot/shop",
  certificateDays: "3",
  note: "店",
  domains: "a.example",
  daysLeft: "3",
  orderDaysLeft: "3",
  validation: "dns",
  state: "stopped",
  index: "0a1b",
  address: "198.51.100.7",
  command: "ls",
  version: "2.7.0",
  startedAt: "2026-01-02T03:04:05Z",
  upgrade: "finished",
  seenAt: "1700000000000",
  alsoChanged: "completion=on, theme=off",
  package: "missing",
  punycode: "xn--mller-kva.example",
  lastLine: "verifying",
};
const allFacts = Object.entries(values).map(([name, value]) => ({ name, value }) as Fact);
const lastSeen: Readonly<Record<LastSeen["what"], true>> = {
  running: true,
  left: true,
  stale: true,
  finished: true,
  failed: true,
  unclear: true,
  notRunning: true,
  gone: true,
  unreadable: true,
};
const levels: Readonly<Record<GuardLevel, true>> = { trusted: true, ask: true, typeName: true, readOnly: true };

describe("the words for resources", () => {
  it("differ for all kinds and verbs", () => {
    assertDistinct(subjectKinds.map(kindText));
    assertDistinct(verbs.map((verb) => verbWords[verb].button()));
  });

  it("exist for every state except `stateless`", () => {
    const [silent, ...others] = resourceStates.map((state) => stateText(state)).toSorted();
    assert.equal(silent, "");
    for (const word of others) assertText(word);
    assertDistinct(others);
  });

  it("exist for every guard level, with its meaning", () => {
    const texts = (Object.keys(levels) as readonly GuardLevel[]).map(guardLevelText);
    for (const { label, detail } of texts) {
      assertText(label);
      assertSentence(detail);
    }
    assertDistinct(texts.map(({ label }) => label));
  });

  it("translate only keys of ours", () => {
    assert.equal(itemText("runtime", "python"), "Panel runtime");
    for (const label of ["python", "toString", "订单"]) assert.equal(itemText("javaProject", label), label);
  });

  it("name the place that manages a website of another type", () => {
    assertText(elsewhereText("Java"), groupText("javaProject"));
    for (const type of ["Node", undefined]) assert.match(elsewhereText(type), /panel/);
  });
});

describe("the words for facts", () => {
  it("have a name and a value in tooltip, row and speech", () => {
    for (const fact of allFacts)
      for (const text of [factHeading(fact.name), factValue(fact), factInRow(fact), factSpoken(fact)]) assertText(text);
  });

  it("keep the panel's values", () => {
    for (const name of ["type", "note", "image", "version", "index", "command"] as const)
      assert.equal(factValue({ name, value: "值 1" }), "值 1");
  });

  it("count the days of a certificate", () => {
    const messages = (value: string) => factValue({ name: "daysLeft", value });
    assert.deepEqual(["-4", "-2", "-1", "0", "1", "30"].map(messages), [
      "expired 3 days ago",
      "expired 1 day ago",
      "expired less than a day ago",
      "expires in less than a day",
      "expires in 1 day",
      "expires in 30 days",
    ]);
    // for a website, as the panel counts days between dates
    const dated = (value: string) => factValue({ name: "certificateDays", value });
    assert.deepEqual(["-4", "-1", "0", "1"].map(dated), [
      "expired 4 days ago",
      "expired 1 day ago",
      "expires today or tomorrow",
      "expires in 1 day",
    ]);
    const row = (value: string) => factInRow({ name: "certificateDays", value });
    assert.deepEqual(["-1", "0", "3"].map(row), ["cert expired", "cert 0 d", "cert 3 d"]);
    assert.equal(factSpoken({ name: "certificateDays", value: "3" }), "certificate expires in 3 days");
  });

  it("do not repeat that something has expired", () => {
    const days = (name: Fact["name"], value: string) => impliesState("expired", [{ name, value }]);
    assert.deepEqual([days("daysLeft", "-4"), days("orderDaysLeft", "-1")], [true, true]);
    assert.deepEqual([days("daysLeft", "4"), days("type", "-4"), impliesState("expired", [])], [false, false, false]);
    assert.equal(impliesState("failed", [{ name: "orderDaysLeft", value: "-1" }]), false);
  });

  it("count the days of an order without a certificate", () => {
    const messages = ["-1", "0", "1", "3"].map((value) => factValue({ name: "orderDaysLeft", value }));
    for (const text of messages) assert.match(text, /order/);
    assertDistinct(messages);
  });

  it("show the PHP version, or the type of a site without PHP", () => {
    const type = (value: string) => [factValue({ name: "type", value }), factInRow({ name: "type", value })];
    assert.equal(factValue({ name: "php", value: "8.2" }), "8.2");
    assert.equal(factInRow({ name: "php", value: "8.2" }), "PHP 8.2");
    assert.deepEqual(type("static"), ["static website", "static"]);
    assert.deepEqual(type("other"), ["other", ""], "a row has no room for what tells nothing");
    assert.deepEqual(type("neizhi"), ["built-in Tomcat", "built-in Tomcat"]);
  });

  it("are short in a row", () => {
    assert.equal(factInRow({ name: "port", value: "8080" }), ":8080");
    assert.equal(factInRow({ name: "pid", value: "4203" }), "pid 4203");
  });

  it("say whose time the next run of a scheduled task is, but not in a row", () => {
    const next: Fact = { name: "scheduledTask.nextRunOnServer", value: "2026-11-24T03:30:00.000" };
    assert.match(factInRow(next), /^next Nov 24, 3:30\sAM$/);
    assert.match(factValue(next), /^Nov 24, 2026, 3:30\sAM$/);
    assert.match(factSpoken(next), /^Next run \(server time\) Nov 24, 2026, 3:30\sAM$/);
  });

  it("show the last state of an upgrade, in a row only if the state does not", () => {
    const seen = Object.keys(lastSeen) as readonly LastSeen["what"][];
    const messages = seen.map((value) => factValue({ name: "upgrade", value }));
    for (const text of messages) assertText(text);
    assertDistinct(messages);
    const silent = seen.filter((value) => factInRow({ name: "upgrade", value }) === "");
    assert.deepEqual(silent, ["running", "gone", "unreadable"]);
    assert.equal(factValue({ name: "upgrade", value: "resumed" }), "resumed");
  });
});
