import assert from "node:assert/strict";
import { demoIds } from "../../../src/panels/isDemo.ts";
import { ConfigurationFiles } from "../../../src/serverFiles/configurationFiles.ts";
import type { ServiceConfigurations } from "../../../src/serverFiles/serviceConfigurations.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { TestLog } from "../../fakes/storageFixture.ts";
import { configurationsOver } from "../../fakes/webServers.ts";

const BROKEN = { text: "unknown directive", place: { path: "/etc/nginx/a.conf", line: 2 } };

describe("configurations that web servers refuse", () => {
  let clock: SteppedClock;
  let changed: string[];
  let configurations: ServiceConfigurations;

  beforeEach(() => {
    clock = new SteppedClock();
    changed = [];
    configurations = configurationsOver(clock, { onChange: (panelId) => void changed.push(panelId) });
  });

  it("are known by panel and server until they are accepted, whatever else is not known", () => {
    configurations.saw("p1", "nginx", BROKEN, "/etc/nginx/b.conf");
    configurations.saw("p1", "nginx", "unknown");
    configurations.saw("p2", "nginx", "fine");
    configurations.saw("p1", "httpd", "fine");
    assert.equal(configurations.of("p1", "nginx")?.broken, BROKEN);
    assert.equal(configurations.of("p2", "nginx"), undefined);
    assert.deepEqual(configurations.all, [
      { panelId: "p1", service: "nginx", broken: BROKEN, changed: "/etc/nginx/b.conf" },
    ]);
    configurations.saw("p1", "nginx", "fine");
    assert.deepEqual([configurations.all, changed], [[], ["p1", "p1"]]);
  });

  it("keep the file whose change has shown them while later checks name none", () => {
    const { text } = BROKEN;
    configurations.saw("p1", "nginx", { text }, "/etc/nginx/b.conf");
    configurations.saw("p1", "nginx", { text: "test failed" });
    assert.deepEqual(configurations.all, [
      { panelId: "p1", service: "nginx", broken: { text: "test failed" }, changed: "/etc/nginx/b.conf" },
    ]);
    configurations.saw("p1", "nginx", { text }, "/etc/nginx/c.conf");
    assert.equal(configurations.all[0]?.changed, "/etc/nginx/c.conf");
    configurations.saw("p1", "nginx", "fine");
    configurations.saw("p1", "nginx", { text });
    assert.equal(configurations.all[0]?.changed, undefined, "another fault");
  });

  it("are checked again one at a time, and not at once", async () => {
    const toCheck = (panelId: string) => configurations.toCheck(panelId).map(({ service }) => service);
    configurations.saw("p1", "nginx", BROKEN);
    assert.deepEqual(toCheck("p1"), []);
    await clock.pass(20_000);
    assert.deepEqual(toCheck("p2"), []);
    assert.deepEqual(toCheck("p1"), ["nginx"]);
    assert.deepEqual(toCheck("p1"), [], "under way");
    configurations.saw("p1", "nginx", "fine");
    await clock.pass(20_000);
    assert.deepEqual(toCheck("p1"), []);
  });

  it("go with their panel", () => {
    configurations.saw("p1", "nginx", BROKEN);
    configurations.saw("p2", "httpd", BROKEN);
    configurations.keepOnly(new Set(["p2"]));
    assert.deepEqual(
      configurations.all.map(({ panelId }) => panelId),
      ["p2"],
    );
    assert.deepEqual(changed, ["p1", "p2", "p1"]);
  });
});

describe("configurations that were saved", () => {
  let clock: SteppedClock;
  let configurations: ServiceConfigurations;

  beforeEach(() => {
    clock = new SteppedClock();
    configurations = configurationsOver(clock);
  });

  it("are not in use until the web server was seen to load them, by what has begun after the latest save", async () => {
    const at = clock.wallTime();
    configurations.saved("p1", "nginx");
    assert.deepEqual(configurations.all, [{ panelId: "p1", service: "nginx", savedAt: at }]);
    configurations.saw("p1", "nginx", "fine");
    configurations.loaded("p1", "nginx", at - 1);
    assert.equal(configurations.of("p1", "nginx")?.savedAt, at, "saved while a reload was under way");
    configurations.loaded("p1", "httpd");
    configurations.loaded("p2", "nginx");
    assert.equal(configurations.of("p1", "nginx")?.savedAt, at, "another one");
    configurations.loaded("p1", "nginx", at);
    assert.deepEqual(configurations.all, []);
  });

  it("are looked at right after the save, and not at once again", async () => {
    configurations.saw("p1", "nginx", "fine", "/etc/nginx/a.conf");
    configurations.saved("p1", "nginx");
    assert.equal(configurations.toCheck("p1").length, 1);
    configurations.runs("p1", "nginx", { pid: 1 });
    assert.deepEqual(configurations.toCheck("p1"), []);
    await clock.pass(20_000);
    const [known] = configurations.toCheck("p1");
    assert.deepEqual(known?.running, { pid: 1 });
    configurations.saved("p1", "nginx");
    assert.equal(configurations.of("p1", "nginx")?.running, undefined, "that was before this save");
    configurations.loaded("p1", "nginx");
    configurations.runs("p1", "nginx", { pid: 2 });
    assert.deepEqual(configurations.all, [], "nothing waits for it");
  });

  it("stay so while a later one is refused", () => {
    configurations.saved("p1", "nginx");
    const { savedAt } = configurations.of("p1", "nginx") ?? {};
    configurations.saw("p1", "nginx", BROKEN, "/etc/nginx/a.conf");
    assert.equal(configurations.of("p1", "nginx")?.savedAt, savedAt);
    configurations.saw("p1", "nginx", "fine");
    assert.equal(configurations.of("p1", "nginx")?.savedAt, savedAt);
  });
});

describe("what is known of configurations", () => {
  let clock: SteppedClock;
  let files: ReturnType<typeof memoryFiles>;

  beforeEach(() => {
    clock = new SteppedClock();
    files = memoryFiles();
  });

  it("is known to all windows, and after a reload", async () => {
    const shown: unknown[] = [];
    const here = configurationsOver(clock, { files });
    const there = configurationsOver(clock, { files, onChange: (...given) => void shown.push(given) });
    here.saw("p1", "nginx", BROKEN, "/etc/nginx/b.conf");
    here.saved("p1", "httpd");
    here.runs("p1", "httpd", { pid: 1, workers: [2, 3] });
    await here.readAgain();
    await there.readAgain();
    assert.deepEqual(there.of("p1", "nginx"), here.of("p1", "nginx"));
    assert.deepEqual(there.of("p1", "httpd"), here.of("p1", "httpd"));
    assert.deepEqual(there.all.length, 2);
    assert.deepEqual(shown, [
      ["p1", "others"],
      ["p1", "others"],
    ]);
    await there.readAgain();
    assert.equal(shown.length, 2, "nothing new");
    there.saw("p1", "nginx", "fine");
    there.loaded("p1", "httpd");
    await there.readAgain();
    await here.readAgain();
    assert.deepEqual([here.all, there.all], [[], []]);
    assert.deepEqual(await files.list("/data/configurations"), []);
  });

  it("is not taken back by what was read before it was written", async () => {
    const here = configurationsOver(clock, { files });
    const reading = here.readAgain();
    here.saved("p1", "nginx");
    await reading;
    assert.notEqual(here.of("p1", "nginx"), undefined);
    await here.readAgain();
    assert.notEqual(here.of("p1", "nginx"), undefined);
  });

  it("of a demo panel ends with its window, and is not forgotten for what the others know", async () => {
    const here = configurationsOver(clock, { files });
    here.saved(demoIds.baota, "nginx");
    await here.readAgain();
    assert.deepEqual(await files.list("/data/configurations"), []);
    assert.notEqual(here.of(demoIds.baota, "nginx"), undefined);
  });

  it("is left out where it cannot be read", async () => {
    for (const name of ["p1.nginx.json", "p1.php.json", "p1.json", "p2.nginx.json.tmp"])
      await files.create(`/data/configurations/${name}`, name === "p1.nginx.json" ? '{"savedAt":"x"}' : "{}");
    const here = configurationsOver(clock, { files });
    await here.readAgain();
    assert.deepEqual(here.all, []);
  });

  it("stays in the window where it cannot be written, which the log says", async () => {
    const log = new TestLog();
    const full = async () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const here = configurationsOver(clock, { files: { ...files, create: full }, log });
    here.saved("p1", "nginx");
    await here.readAgain();
    assert.deepEqual(log.lines, ["warn Other windows may not know of all configurations (ENOSPC)"]);
  });

  it("has no secrets in its files", async () => {
    const redact = (text: string) => text.replaceAll("hunter2", "***");
    const stored = new ConfigurationFiles({ root: "/data", files, clock, redact });
    await stored.write({ panelId: "p1", service: "nginx", broken: { text: 'invalid parameter "hunter2"' } });
    const text = await files.read("/data/configurations/p1.nginx.json");
    assert.match(text ?? "", /invalid parameter \\"\*\*\*\\"/);
  });
});
