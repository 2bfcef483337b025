import assert from "node:assert/strict";
import type { Memento } from "vscode";
import { startDemoPanel, type DemoPanel } from "../../../src/demoPanel/startDemoPanel.ts";
import { isDemo } from "../../../src/panels/isDemo.ts";
import { DemoHost, demoWords, translateDemo } from "../../../src/platform/demoHost.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";

const KEY = "serverPanel.demoOpen";

/** What a window keeps from one start to the next. */
class Kept implements Memento {
  readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<Value>(key: string, otherwise?: Value): Value | undefined {
    return this.values.has(key) ? (this.values.get(key) as Value) : otherwise;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }
}

describe("the demo panels of a window", () => {
  const hosts: DemoHost[] = [];
  let kept: Kept;
  let changes: number;

  function hostOf(): DemoHost {
    const host = new DemoHost(kept, () => changes++);
    hosts.push(host);
    return host;
  }

  const names = (host: DemoHost) => host.records.map(({ name }) => name);

  beforeEach(() => {
    kept = new Kept();
    changes = 0;
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.dispose();
  });

  it("are panels of their own, BaoTa's first, and each starts once", async () => {
    const host = hostOf();
    const [aapanel, baota, again] = await Promise.all([host.open("aapanel"), host.open("baota"), host.open("aapanel")]);
    assert.deepEqual(names(host), ["Demo (BaoTa)", "Demo (aaPanel)"]);
    assert.equal(again, aapanel);
    assert.notEqual(aapanel.address, baota.address);
    const keys = host.records.map((record) => host.apiKey(record));
    assert.equal(new Set(keys).size, 2);
    assert.ok(host.records.every(isDemo));
    assert.equal(changes, 2);
  });

  it("are closed one by one", async () => {
    const host = hostOf();
    const baota = await host.open("baota");
    const aapanel = await host.open("aapanel");
    await host.close(baota);
    assert.deepEqual(host.records, [aapanel]);
    assert.equal(host.apiKey(baota), undefined);
    assert.equal(changes, 3);
    await assert.rejects(fetch(baota.address));
    assert.equal((await fetch(aapanel.address)).status, 404);
  });

  for (const open of [["baota"], ["aapanel"], ["baota", "aapanel"]] as const) {
    it(`come back after a reload: ${open.join(" and ")}`, async () => {
      const before = hostOf();
      for (const edition of open.toReversed()) await before.open(edition);
      const expected = names(before);
      await before.dispose();
      const after = hostOf();
      await after.reopen();
      assert.deepEqual(names(after), expected);
      assert.deepEqual(kept.get(KEY), open);
      for (const record of after.records) await after.close(record);
      assert.deepEqual(kept.keys(), []);
    });
  }

  it("do not come back once they were closed", async () => {
    for (const [value, expected] of [
      [undefined, []],
      ["aapanel", []],
      [["aapanel", "other", 1], ["demo-aapanel"]],
    ] as const) {
      await kept.update(KEY, value);
      const host = hostOf();
      await host.reopen();
      assert.deepEqual(
        host.records.map(({ id }) => id),
        expected,
      );
      await host.dispose();
    }
  });

  it("are cancelled if they are closed while they start, without the other one", async () => {
    const host = hostOf();
    const opening = assert.rejects(host.open("baota"), { message: "cancelled" });
    const other = host.open("aapanel");
    await host.close({ id: "demo" });
    await Promise.all([opening, other]);
    assert.deepEqual(names(host), ["Demo (aaPanel)"]);
    assert.deepEqual(kept.get(KEY), ["aapanel"]);
  });

  it("start no more once the window is gone", async () => {
    const host = hostOf();
    await host.dispose();
    for (const edition of ["baota", "aapanel"] as const)
      await assert.rejects(host.open(edition), { message: "cancelled" });
  });
});

/** What somebody has typed into it. */
const typedInto = ({ sites, javaProjects, projects, scheduledTasks, web, terminal }: DemoPanel["state"]) => [
  ...[...sites, ...javaProjects, ...projects, ...terminal.hosts].map(({ note }) => note),
  ...[...scheduledTasks, ...web.categories].map(({ name }) => name),
  ...terminal.commands.map(({ title }) => title),
];

describe("The words of demo panels", () => {
  it("are theirs, and English in English", async () => {
    const all = new Set<string>();
    for (const edition of knownEditions) {
      const panel = await startDemoPanel({ edition });
      try {
        const seeded = typedInto(panel.state);
        translateDemo(panel.state);
        assert.deepEqual(
          typedInto(panel.state).filter((text) => /\p{Script=Han}/u.test(text)),
          [],
          edition,
        );
        for (const text of seeded) all.add(text);
      } finally {
        await panel.close();
      }
    }
    assert.deepEqual(
      [...demoWords().keys()].filter((text) => !all.has(text)),
      [],
    );
  });
});
