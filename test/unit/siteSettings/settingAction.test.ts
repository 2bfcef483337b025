import assert from "node:assert/strict";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { SettingInput } from "../../../src/resources/resource.ts";
import type { Reading } from "../../../src/siteSettings/siteSetting.ts";
import { findSetting, settingNames, siteSettings, type SettingName } from "../../../src/siteSettings/siteSettings.ts";
import { confirmationText } from "../../../src/texts/confirmationTexts.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const SHOWN: Site = siteRow({
  id: 7,
  name: "shop.example.com",
  root: "/www/wwwroot/shop",
  type: "PHP",
  running: true,
  php: "8.2",
  note: "old",
  lastDay: "0000-00-00",
});

const domainRow = (name: string, port = 80) => ({ name, port });

describe("settings of websites", () => {
  let site: Site;
  let domains: ReturnType<typeof listOf<ReturnType<typeof domainRow>>>;
  let limits: Record<string, string>;
  let configuration: string;
  let runPath: string;
  let fixture: RunnerFixture;

  beforeEach(() => {
    site = SHOWN;
    domains = listOf([domainRow("shop.example.com"), domainRow("www.example.com", 8080)]);
    limits = { memory_limit: "128M", upload_max_filesize: "50M", post_max_size: "50M", max_execution_time: "300" };
    configuration = "server {}";
    runPath = "/";
    const done = { msg: undefined };
    const handlers: Handlers = {
      "site.list": () => listOf([site]),
      "site.domains": () => domains,
      "site.addDomain": ({ host, port }) => {
        domains = listOf([...domains.rows, domainRow(host, port)]);
        return done;
      },
      "site.removeDomain": ({ host }) => {
        domains = listOf(domains.rows.filter(({ name }) => name !== host));
        return done;
      },
      "file.text": () => ({ text: configuration }),
      "site.redirectToHttps": () => {
        configuration += "#HTTP_TO_HTTPS_START";
        return done;
      },
      "site.serveHttp": () => {
        configuration = "server {}";
        return done;
      },
      "site.runPath": () => ({ runPath, directories: ["/", "/public"] }),
      "site.setRunPath": (params) => {
        runPath = params.runPath || "/";
        return done;
      },
      "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, path === "/www/wwwroot/shop/public/."))),
      "site.setLastDay": ({ lastDay }) => {
        site = { ...site, lastDay };
        return done;
      },
      "site.setNote": ({ note }) => {
        site = { ...site, note };
        return done;
      },
      "php.settings": () => listOf(Object.entries(limits).map(([name, value]) => ({ name, value }))),
      "php.setMemory": ({ amount }) => {
        limits["memory_limit"] = `${amount}M`;
        return done;
      },
      "php.setUploadSize": ({ amount }) => {
        Object.assign(limits, { upload_max_filesize: `${amount}M`, post_max_size: `${amount}M` });
        return done;
      },
      "php.setTime": ({ amount }) => {
        limits["max_execution_time"] = String(amount);
        return done;
      },
    };
    fixture = new RunnerFixture(handlers, 5_000);
  });

  const request = (name: SettingName, value: string, more: Partial<SettingInput> = {}): ActionRequest => ({
    ...fixture.request,
    kind: "site",
    verb: "changeSetting",
    target: { key: "7", label: "shop.example.com" },
    state: "running",
    row: SHOWN,
    input: { setting: { name, value, ...more } },
  });
  const change = async (name: SettingName, value: string, more: Partial<SettingInput> = {}): Promise<Outcome> =>
    fixture.runner.run(request(name, value, more));
  const sent = () => fixture.calls.made.filter(([id]) => /\.(add|remove|redirect|serve|set)[A-Z]/.test(id));
  const message = (name: SettingName, value: string, outcome: Outcome) =>
    outcomeText(request(name, value), outcome)?.message ?? "";

  const CHANGES: Readonly<Record<SettingName, readonly [value: string, sent: readonly [OperationId, object]]>> = {
    addDomain: [
      "new.example.com:8081",
      ["site.addDomain", { id: 7, name: "shop.example.com", host: "new.example.com", port: 8081 }],
    ],
    removeDomain: [
      "www.example.com:8080",
      ["site.removeDomain", { id: 7, name: "shop.example.com", host: "www.example.com", port: 8080 }],
    ],
    httpsRedirect: ["on", ["site.redirectToHttps", { name: "shop.example.com" }]],
    runPath: ["/public", ["site.setRunPath", { id: 7, runPath: "/public" }]],
    phpMemory: ["256", ["php.setMemory", { version: "82", amount: 256 }]],
    phpUpload: ["64", ["php.setUploadSize", { version: "82", amount: 64 }]],
    phpTime: ["60", ["php.setTime", { version: "82", amount: 60 }]],
    lastDay: ["2031-12-31", ["site.setLastDay", { id: 7, lastDay: "2031-12-31" }]],
    note: ["new", ["site.setNote", { id: 7, note: "new" }]],
  };

  for (const name of settingNames) {
    const [value, expected] = CHANGES[name];

    it(`are sent once and seen afterwards: ${name}`, async () => {
      const outcome = await change(name, value);
      assert.equal(outcome.kind, "done", JSON.stringify(outcome));
      assert.deepEqual(sent(), [expected]);
      assert.equal(fixture.finished[0]?.setting, name);
      assert.equal((await change(name, value)).kind, "already");
      assert.equal(sent().length, 1);
    });

    it(`are not done for a panel that says true and does nothing: ${name}`, async () => {
      fixture.calls.handlers = { ...fixture.calls.handlers, [expected[0]]: () => ({ msg: "done" }) };
      const outcome = await change(name, value);
      assert.deepEqual([outcome.kind, "why" in outcome && outcome.why], ["sent", "timedOut"]);
    });

    it(`are sent to no other website of that id: ${name}`, async () => {
      site = { ...SHOWN, name: "other.example.com" };
      assert.deepEqual(await change(name, value), { kind: "changed", now: "other.example.com" });
      assert.deepEqual(sent(), []);
    });
  }

  it("are sent by the least effect that the panel's level asks about", async () => {
    fixture.guardLevel = "ask";
    fixture.agrees = false;
    const asked: string[] = [];
    for (const name of settingNames) {
      const { length } = fixture.asked;
      await change(name, CHANGES[name][0]);
      if (fixture.asked.length > length) asked.push(name);
    }
    const unasked = settingNames.filter((name) => !asked.includes(name));
    assert.deepEqual(unasked, ["addDomain", "note"]);
  });

  it("go to no other run path, version of PHP or value than the one that was shown", async () => {
    site = { ...SHOWN, root: "/www/wwwroot/moved" };
    assert.deepEqual(await change("runPath", "/public"), { kind: "changed", now: "/www/wwwroot/moved" });
    site = { ...SHOWN, php: "7.4" };
    assert.deepEqual(await change("phpMemory", "256"), { kind: "changed", now: "7.4" });
    site = { ...SHOWN, note: "of a colleague" };
    assert.deepEqual(await change("note", "new", { was: "old" }), { kind: "changed", now: "of a colleague" });
    site = { ...SHOWN, lastDay: "2030-01-01" };
    const outcome = await change("lastDay", "2031-12-31", { was: "0000-00-00" });
    assert.deepEqual(outcome, { kind: "changed", now: "2030-01-01" });
    limits = {};
    assert.deepEqual(await change("phpMemory", "256", { was: "128" }), { kind: "changed", now: "unknown" });
    assert.deepEqual(sent(), []);
  });

  it("keep the last domain, and claim it of no list that was not read whole", async () => {
    domains = listOf([domainRow("shop.example.com")]);
    const refused = await change("removeDomain", "shop.example.com");
    assert.deepEqual(refused, { kind: "failed", failure: { kind: "invalid", field: "domain", rule: "last" } });
    assert.match(message("removeDomain", "shop.example.com", refused), /the only domain/);
    assert.deepEqual(sent(), []);
    const unreadable = [{ index: 1, fields: ["name"] }];
    domains = { ...domains, unreadable };
    const words = "最后一个域名不能删除!";
    fixture.calls.handlers = {
      ...fixture.calls.handlers,
      "site.removeDomain": failing({ kind: "rejected", message: words }),
    };
    const outcome = await change("removeDomain", "shop.example.com");
    assert.match(message("removeDomain", "shop.example.com", outcome), /the only domain of the website.*最后一个域名/);
  });

  it("are no longer there only where the whole list was read", async () => {
    fixture.calls.handlers = {
      ...fixture.calls.handlers,
      "site.removeDomain": () => {
        domains = { ...listOf([domainRow("shop.example.com")]), unreadable: [{ index: 0, fields: ["name"] }] };
        return { msg: undefined };
      },
    };
    const outcome = await change("removeDomain", "www.example.com:8080");
    assert.equal(outcome.kind, "sent");
  });

  it("are not done where nobody knows what they were before", async () => {
    limits = {};
    const outcome = await change("phpMemory", "256");
    assert.equal(limits["memory_limit"], "256M");
    assert.equal(outcome.kind, "sent");
  });

  it("say what a refusal means", async () => {
    const refusals: readonly (readonly [SettingName, OperationId, string, RegExp])[] = [
      [
        "addDomain",
        "site.addDomain",
        "指定域名[a.b]已被网站[xn--fsqu00a.com]绑定过了",
        /already has this domain: 例子\.com\./,
      ],
      ["addDomain", "site.addDomain", "The specified domain name has been bound by the website [b.c]", /: b\.c\./],
      ["addDomain", "site.addDomain", "The specified domain name has been bound by nothing", /: \?\./],
      ["addDomain", "site.addDomain", "端口不合法，应该为数字", /does not accept this port/],
      ["addDomain", "site.addDomain", "Format of domain is invalid!", /does not accept this domain/],
      ["addDomain", "site.addDomain", "ERROR: 检测到配置文件有错误,请先排除后再操作", /until it is corrected/],
      ["httpsRedirect", "site.redirectToHttps", "SSL is NOT currently enabled", /install one first/],
      ["note", "site.setNote", "no", /^.*: The panel says: no$/],
    ];
    for (const [name, id, words, expected] of refusals) {
      fixture.calls.handlers = { ...fixture.calls.handlers, [id]: failing({ kind: "rejected", message: words }) };
      const [value] = CHANGES[name];
      assert.match(message(name, value, await change(name, value)), expected);
    }
  });

  it("serve no directory that is not there, and nothing of a stopped website", async () => {
    const missing = await change("runPath", "/nowhere");
    const failure = { kind: "invalid", field: "runPath", rule: "missing", value: "/www/wwwroot/shop/nowhere" };
    assert.deepEqual(missing, { kind: "failed", failure });
    // what panels say then is where their own page is
    runPath = "/public";
    for (const running of [false, undefined]) {
      site = { ...SHOWN, running };
      assert.deepEqual(await siteSettings.runPath.read(fixture.calls.callFor(), site), { value: undefined });
      const stopped = await change("runPath", "/public");
      assert.deepEqual(stopped, { kind: "failed", failure: { kind: "invalid", field: "runPath", rule: "stopped" } });
    }
    assert.deepEqual(sent(), []);
  });

  it("replace no limit of PHP in another unit, and compare limits by their size", async () => {
    limits["post_max_size"] = "1G";
    const failure = { kind: "invalid", field: "value", rule: "unit", value: "1G" };
    assert.deepEqual(await change("phpUpload", "64"), { kind: "failed", failure });
    limits["memory_limit"] = "1g";
    assert.equal((await change("phpMemory", "1024")).kind, "already");
    limits["memory_limit"] = " ";
    assert.equal((await change("phpMemory", "1024")).kind, "done");
    limits["memory_limit"] = "134217728";
    assert.equal((await change("phpMemory", "128")).kind, "already");
  });

  it("ask with the version of PHP and the number of websites that a limit is for", async () => {
    fixture.guardLevel = "ask";
    await change("phpUpload", "64", { php: { version: "8.2", sites: 12, isAll: true } });
    const [question] = fixture.asked;
    assert.ok(question);
    const { message: asked, detail } = confirmationText(question);
    assert.equal(asked, "Change “PHP: Size of an Upload” of “shop.example.com” on “web 1” to “64 MB”?");
    assert.match(
      detail,
      /^No panel sets it for one website alone\. It holds for all on the server with PHP 8\.2: 12\. If Nginx takes less/,
    );
    const part = siteSettings.phpUpload.effect({
      name: "phpUpload",
      value: "1",
      php: { version: "8.2", sites: 5, isAll: false },
    });
    assert.match(part, /at least 5\./);
  });

  it("count the websites that a limit is for, and say where there may be more", async () => {
    const reach = async () => siteSettings.phpMemory.reach?.(fixture.calls.callFor(), SHOWN);
    const others = [siteRow({ ...SHOWN, id: 8 }), siteRow({ ...SHOWN, id: 9, php: "7.4" })];
    let sites = listOf([SHOWN, ...others]);
    fixture.calls.handlers = { ...fixture.calls.handlers, "site.list": () => sites };
    assert.deepEqual(await reach(), { version: "8.2", sites: 2, isAll: true });
    sites = { ...sites, unreadable: [{ index: 3, fields: ["id"] }] };
    assert.deepEqual(await reach(), { version: "8.2", sites: 2, isAll: false });
  });

  it("are notes as they were typed, which panels keep as HTML", async () => {
    site = { ...SHOWN, note: "Fish &amp; &quot;chips&quot;" };
    const typed = `Fish & "chips"`;
    assert.deepEqual(await siteSettings.note.read(fixture.calls.callFor(), site), { value: typed });
    assert.equal((await change("note", typed)).kind, "already");
    assert.deepEqual(sent(), []);
  });

  it("are found by their own names alone", () => {
    assert.equal(findSetting("note"), siteSettings.note);
    assert.deepEqual([findSetting("nothing"), findSetting("toString")], [undefined, undefined]);
  });

  describe("that are typed", () => {
    const NOW: Reading = { value: undefined, options: ["shop.example.com", "www.example.com:8080"] };
    const read = (name: SettingName, typed: string, now = NOW) => {
      const meant = siteSettings[name].asking.typed?.read(typed, now, 8443);
      return meant && ("value" in meant ? meant.value : meant.problem);
    };

    it("are domains with ports, wildcards, and in any script", () => {
      assert.equal(read("addDomain", " New.example.com:80 "), "new.example.com");
      assert.equal(read("addDomain", "a.example.com:81"), "a.example.com:81");
      assert.equal(read("addDomain", "*.example.com"), "*.example.com");
      assert.equal(read("addDomain", "例子。com"), "xn--fsqu00a.com");
      const problems = ["", "localhost", "http://a.example.com/", "a.b:0", "a.b:x", "a.example.com,b.example.com"];
      for (const typed of [...problems, `${"a.".repeat(5_000)}com`, "a".repeat(10_000), "a'\n-e.com", "-e", "\0.com"])
        assert.match(read("addDomain", typed) ?? "", / .*\.$/, typed.slice(0, 40));
      assert.match(read("addDomain", "WWW.example.com:8080") ?? "", /already has/);
      for (const port of [22, 443, 888, 8443])
        assert.match(read("addDomain", `a.example.com:${port}`) ?? "", /uses this port/);
    });

    it("are run paths, days, notes and limits", () => {
      assert.deepEqual(
        ["/", "/public/", " /web/public "].map((typed) => read("runPath", typed)),
        ["/", "/public", "/web/public"],
      );
      for (const typed of ["", "public", "/../etc", "//x", "/a b", "/a;reboot", "/ö", `/${"a/".repeat(5)}..`])
        assert.match(read("runPath", typed) ?? "", /^Begin with a slash/, typed);
      assert.equal(read("lastDay", " 2028-02-29 "), "2028-02-29");
      for (const typed of ["", "2027-02-29", "2027-13-01", "1.2.2027", "0000-00-00", "20270-01-01"])
        assert.match(read("lastDay", typed) ?? "", /^Enter a day/, typed);
      assert.equal(read("note", ` it's "so" `), `it's "so"`);
      assert.match(read("note", "a".repeat(10_000)) ?? "", /longer than 255/);
      assert.deepEqual(
        ["16", "0128", "65536"].map((typed) => read("phpMemory", typed)),
        ["16", "128", "65536"],
      );
      for (const typed of ["", "15", "-1", "1G", "65537", "1e3", "9".repeat(10_000)])
        assert.match(read("phpMemory", typed) ?? "", /from 16 to 65536/, typed.slice(0, 9));
    });
  });

  it("throw where the configuration of a website cannot be read", async () => {
    fixture.calls.handlers = { ...fixture.calls.handlers, "file.text": () => ({ text: undefined }) };
    const reading = siteSettings.httpsRedirect.read(fixture.calls.callFor(), SHOWN);
    await assert.rejects(reading, (error) => error instanceof PanelError && error.failure.kind === "malformed");
  });
});
