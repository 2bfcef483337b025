import assert from "node:assert/strict";
import { BrokenConfigurations } from "../../../src/serverFiles/brokenConfigurations.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

const BROKEN = { text: "unknown directive", place: { path: "/etc/nginx/a.conf", line: 2 } };

describe("configurations that web servers refuse", () => {
  let clock: SteppedClock;
  let changed: string[];
  let configurations: BrokenConfigurations;

  beforeEach(() => {
    clock = new SteppedClock();
    changed = [];
    configurations = new BrokenConfigurations(clock, (panelId) => changed.push(panelId));
  });

  it("are known by panel and server until they are accepted, whatever else is not known", () => {
    configurations.saw("p1", "nginx", BROKEN, "/etc/nginx/b.conf");
    configurations.saw("p1", "nginx", "unknown");
    configurations.saw("p2", "nginx", "fine");
    configurations.saw("p1", "httpd", "fine");
    assert.equal(configurations.of("p1", "nginx"), BROKEN);
    assert.equal(configurations.of("p2", "nginx"), undefined);
    assert.deepEqual(configurations.all, [
      { panelId: "p1", server: "nginx", broken: BROKEN, changed: "/etc/nginx/b.conf" },
    ]);
    configurations.saw("p1", "nginx", "fine");
    assert.deepEqual([configurations.all, changed], [[], ["p1", "p1"]]);
  });

  it("keep the file whose change has shown them while later checks name none", () => {
    const { text } = BROKEN;
    configurations.saw("p1", "nginx", { text }, "/etc/nginx/b.conf");
    configurations.saw("p1", "nginx", { text: "test failed" });
    assert.deepEqual(configurations.all, [
      { panelId: "p1", server: "nginx", broken: { text: "test failed" }, changed: "/etc/nginx/b.conf" },
    ]);
    configurations.saw("p1", "nginx", { text }, "/etc/nginx/c.conf");
    assert.equal(configurations.all[0]?.changed, "/etc/nginx/c.conf");
    configurations.saw("p1", "nginx", "fine");
    configurations.saw("p1", "nginx", { text });
    assert.equal(configurations.all[0]?.changed, undefined, "another fault");
  });

  it("are checked again one at a time, and not at once", async () => {
    configurations.saw("p1", "nginx", BROKEN);
    assert.deepEqual(configurations.toCheck("p1"), []);
    await clock.pass(20_000);
    assert.deepEqual(configurations.toCheck("p2"), []);
    assert.deepEqual(configurations.toCheck("p1"), ["nginx"]);
    assert.deepEqual(configurations.toCheck("p1"), [], "under way");
    configurations.saw("p1", "nginx", "fine");
    await clock.pass(20_000);
    assert.deepEqual(configurations.toCheck("p1"), []);
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
