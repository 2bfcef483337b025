import assert from "node:assert/strict";
import type { Confirmation, ConfirmedTarget } from "../../../src/actions/confirmation.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { DeploymentInput } from "../../../src/resources/plannedDeployment.ts";
import type { ActionInput } from "../../../src/resources/resource.ts";
import { confirmationText } from "../../../src/texts/confirmationTexts.ts";
import { deploymentLines } from "../../../src/texts/plannedDeploymentTexts.ts";
import { requestFor, requestSamples } from "../actions/requestSamples.ts";
import { assertSentence, assertText } from "./sentence.ts";

function questionOn(requests: readonly ActionRequest[], of: Partial<ConfirmedTarget> = {}): Confirmation {
  const { kind, verb, input = {} } = requests[0] ?? requestFor();
  const targets = requests.map((request) => ({
    verb: request.verb,
    panel: request.panel,
    target: request.target,
    state: "running" as const,
    alsoAffects: [],
    ...of,
  }));
  return { kind, verb, input, effect: "disrupt", safeguard: "ask", targets };
}

const linesOf = (confirmation: Confirmation) => confirmationText(confirmation).detail.split("\n");

/** Targets on two panels in turn. */
const many = (count: number, verb: ActionRequest["verb"] = "restart") =>
  Array.from({ length: count }, (_, index) =>
    requestFor({ kind: "container", verb, label: `容器${index}`, panelName: index % 2 === 0 ? "甲" : "乙" }),
  );

describe("the question before an action", () => {
  it("says that a demo panel is no real server", () => {
    const request = requestFor({ kind: "javaProject", verb: "restart", label: "shop", panelName: "Demo (BaoTa)" });
    const lineOn = (id: string) => linesOf(questionOn([{ ...request, panel: { ...request.panel, id } }])).at(-1);
    assert.equal(lineOn("demo"), "Panel: Demo (BaoTa) (inside VS Code, no real server)");
    assert.equal(lineOn("shop"), `Panel: Demo (BaoTa) (${request.panel.address})`);
  });

  it("names target, effect and panel for every action", () => {
    for (const request of requestSamples) {
      const { message, detail } = confirmationText(questionOn([request]));
      assert.match(message, /\?$/);
      assertText(message, request.panel.name, ...(request.kind === "runtime" ? [] : [request.target.label]));
      const [effect, ...others] = detail.split("\n");
      assertSentence(effect);
      assertText(others.at(-1), request.panel.name, request.panel.address);
    }
  });

  it("says that a stopped project starts when its log directory changes", () => {
    const request = requestFor({ kind: "javaProject", verb: "changeLogPath" });
    const effectIn = (state: ConfirmedTarget["state"]) => linesOf(questionOn([request], { state }))[0];
    assert.match(effectIn("stopped") ?? "", /is stopped, and starts\.$/);
    assert.match(effectIn("running") ?? "", /The project restarts\.$/);
    for (const state of ["unknown", "manual"] as const)
      assert.match(effectIn(state) ?? "", /restarts, or starts where it is stopped\.$/);
  });

  it("lists several targets", () => {
    for (const { kind, verb } of requestSamples) {
      const requests = ["一", "二"].map((label) => requestFor({ kind, verb, label }));
      const { message, detail } = confirmationText(questionOn(requests));
      assert.match(message, /2.*\?$/);
      const lines = detail.split("\n");
      assertSentence(lines[0]);
      assertText(lines.at(-2), "一", "商店");
      assertText(lines.at(-1), "二", "商店");
    }
  });

  it("is empty without targets", () => {
    assert.deepEqual(confirmationText(questionOn([])), { message: "", detail: "" });
  });

  it("contains the new log directory", () => {
    const request = requestFor({ verb: "changeLogPath", input: { path: "/www/logs" } });
    assertSentence(linesOf(questionOn([request]))[0], "/www/logs");
  });

  describe("about a website", () => {
    const root = { kind: "root", name: "/www/wwwroot/商店", others: [] } as const;
    const ftp = { kind: "ftp", name: "shop_ftp" } as const;
    const database = { kind: "database", name: "shop_db" } as const;
    const linesFor = (input: ActionInput) =>
      linesOf(questionOn([requestFor({ kind: "site", verb: "remove", input })])).slice(1, -1);

    it("names the parts that are deleted and those that stay", () => {
      assert.deepEqual(linesFor({}), []);
      assert.deepEqual(linesFor({ with: [ftp], kept: [root, database] }), [
        "Also deleted:",
        "• FTP user “shop_ftp”",
        "Kept: root directory “/www/wwwroot/商店”, database “shop_db”",
      ]);
      assert.deepEqual(linesFor({ with: [root, ftp, { ...database, user: "admin", isRecycled: true }] }), [
        "Also deleted:",
        "• root directory “/www/wwwroot/商店”",
        "• FTP user “shop_ftp”",
        "• database “shop_db” with its user “admin” (to the panel's recycle bin)",
        "No other website that the panel lists has files in the root directory.",
      ]);
    });

    it("names other websites that lose files, up to a limit", () => {
      const others = Array.from({ length: 23 }, (_, index) => `s${index}.example.com`);
      const [, , line] = linesFor({ with: [{ ...root, others }] });
      assertText(
        line,
        "Other websites with files in the root directory",
        "s0.example.com",
        "s19.example.com",
        "3 more",
      );
      assert.doesNotMatch(line ?? "", /s20/);
      assert.deepEqual(linesFor({ with: [], kept: [{ ...root, others: ["a"] }] }).length, 1);
    });

    it("says why a part stays", () => {
      assert.deepEqual(linesFor({ kept: [{ ...root, others: ["a.example.com"], isShared: true }, "database"] }), [
        "Kept, since other websites use it too: root directory “/www/wwwroot/商店”",
        "Other websites with files in the root directory: a.example.com",
        "Kept, since it could not be read: database",
      ]);
    });

    it("shows invisible characters of names", () => {
      assertText(linesFor({ with: [{ ...ftp, name: "a\u202eb" }] })[1], "“a b”");
    });
  });

  it("counts certificate orders that are still valid", () => {
    const orders = ["一", "二"].map((label) => requestFor({ kind: "certificateOrder", verb: "remove", label }));
    const messages = (count: number, state: "valid" | "expired") =>
      linesOf(questionOn(orders.slice(0, count), { state })).filter((line) => /valid/.test(line));
    assert.deepEqual(messages(1, "expired"), []);
    assert.equal(messages(1, "valid").length, 1);
    assertText(messages(2, "valid")[0], "2");
  });

  it("names others that are affected too, once each", () => {
    const requests = ["一", "二"].map((label) => requestFor({ label }));
    const detail = (alsoAffects: readonly string[]) =>
      confirmationText(questionOn(requests, { alsoAffects })).detail.split("\n").slice(1, -2).join("\n");
    assertText(detail(["报表", "二"]).trim(), "报表");
    assert.equal([...detail(["报表", "二"]).matchAll(/报表/g)].length, 1);
    assert.doesNotMatch(detail(["报表", "二"]), /二/);
    assert.equal(detail(["二"]).trim(), "");
    assertText(linesOf(questionOn(requests.slice(0, 1), { alsoAffects: ["报表"] }))[1], "报表");
  });

  it("lists up to 20 targets in lines, up to 100 by panel, and counts the rest", () => {
    const bullets = (count: number) => linesOf(questionOn(many(count))).filter((line) => /^[•…]/.test(line));
    assert.equal(bullets(20).length, 20);
    const grouped = bullets(21);
    assert.equal(grouped.length, 2);
    assertText(grouped[0], "甲", "容器0", "容器20");
    assertText(grouped[1], "乙", "容器1", "容器19");
    const [first = "", , rest] = bullets(103);
    assert.match(first, /容器98/);
    assert.doesNotMatch(first, /容器100/);
    assert.match(rest ?? "", /^….*\b3\b/);
  });

  describe("about a deployment to several servers", () => {
    const deployment: DeploymentInput = {
      name: "shop",
      directory: "/www/wwwroot/shop",
      source: "dist",
      counts: { added: 2, changed: 0, unchanged: 0, removed: 0 },
      bytes: 2_048,
      steps: [{ name: "Database", when: "after", user: "www" }],
      checks: { address: "https://shop.example/?key=1", watch: 120, rollsBack: true },
    };
    const asked = (deployments: readonly DeploymentInput[]) => {
      const requests = deployments.map((_each, index) =>
        requestFor({ kind: "site", verb: "deploy", label: "shop", panelName: `Shop ${index + 1}` }),
      );
      const question = questionOn(requests);
      const targets = question.targets.map((target, index) => ({
        ...target,
        ...(deployments[index] && { deployment: deployments[index] }),
      }));
      return linesOf({ ...question, targets });
    };

    it("says of each what the question of one says, and once what holds for all", () => {
      const counts = { added: 1, changed: 3, unchanged: 0, removed: 0 };
      const lines = asked([deployment, { ...deployment, counts, replaced: ["index.php"] }]);
      const own = deploymentLines(deployment);
      for (const line of own) assert.equal(lines.filter((each) => each.trim() === line).length, 1, line);
      assert.deepEqual(lines.slice(lines.indexOf("On each of them:")), [
        "On each of them:",
        "    On this computer: dist",
        "    On the server: /www/wwwroot/shop",
        "    Steps after the files: Database (as www)",
        "    To be sent: 2.0 KB",
        "    Afterwards: https://shop.example/ is asked · it is watched for 120 s · it goes back by itself if that answers worse than before",
        "",
        "• shop on “Shop 1”",
        "    Files: 2 new.",
        "• shop on “Shop 2”",
        "    Files: 1 new, 3 changed.",
        "    Changed on the server or never deployed, and replaced: index.php.",
      ]);
    });

    it("has a line for each of many, and cuts what is too long with a count", () => {
      const each = Array.from({ length: 20 }, (_, index) => ({
        ...deployment,
        directory: `/www/wwwroot/${"long/".repeat(100)}${index}`,
        bytes: index + 1,
      }));
      const lines = asked(each).filter((line) => line.startsWith("•"));
      assert.equal(lines.length, 20);
      assert.match(lines[19] ?? "", /^• shop on “Shop 20”: On the server: .*… \((?:3|4)\d\d more characters\)$/);
      for (const line of lines) assert.ok(line.length < 300, line);
    });
  });

  it("distinguishes targets with equal labels by their names on the wire", () => {
    const alias = "xn--80ak6aa92e.com";
    const site = (label: string, verb: ActionRequest["verb"] = "stop") => requestFor({ kind: "site", verb, label });
    const spoof = (verb?: ActionRequest["verb"]) => {
      const request = site("аррӏе.com", verb);
      return { ...request, target: { ...request.target, alias } };
    };
    const twenty = Array.from({ length: 20 }, () => site("apple.com"));
    for (const requests of [
      [site("apple.com"), spoof()],
      [...twenty, spoof()],
      [site("apple.com"), spoof("start")],
      [...twenty, spoof("start")],
    ]) {
      const { detail } = confirmationText(questionOn(requests));
      assertText(detail, `аррӏе.com (${alias})`);
      assert.equal(detail.split(alias).length, 2);
    }
  });

  it("names each verb if they differ", () => {
    const mixed = (count: number) => questionOn([...many(count, "stop"), ...many(count, "start")]);
    const { message, detail } = confirmationText(mixed(2));
    assert.doesNotMatch(message, /start|stop/i);
    for (const verb of ["Start", "Stop"])
      assert.equal(detail.split("\n").filter((line) => line.startsWith(`• ${verb} `)).length, 2);
    const grouped = linesOf(mixed(11)).filter((line) => line.startsWith("•"));
    assert.equal(grouped.length, 4);
    for (const verb of ["Start", "Stop"])
      assert.equal(grouped.filter((line) => line.includes(verb)).length, 2, grouped.join("\n"));
  });
});
