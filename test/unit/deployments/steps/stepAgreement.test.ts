import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportPanels } from "../../../../src/commands/panels/exportPanels.ts";
import { importPanels } from "../../../../src/commands/panels/importPanels.ts";
import {
  digestOf,
  isAgreedTo,
  keepAgreement,
  type SeenSteps,
} from "../../../../src/deployments/steps/stepAgreement.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { storeIds } from "../../../../src/panels/orphanedSecrets.ts";
import { PanelStore } from "../../../../src/panels/panelStore.ts";
import { createFileSystem } from "../../../../src/storage/fileSystem.ts";
import { StorageError } from "../../../../src/storage/storageError.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";
import { removeTemporaryDirectories, temporaryDirectory, TestLog, TestSecrets } from "../../../fakes/storageFixture.ts";
import { seenSteps, STEP } from "./seenSteps.ts";

describe("an agreement to steps", () => {
  const { id } = seenSteps().panel;
  let secrets: TestSecrets;
  let root: string;
  let store: PanelStore;

  beforeEach(async () => {
    secrets = new TestSecrets();
    root = await temporaryDirectory();
    await storeIds({
      root,
      secrets,
      log: new TestLog(),
      clock: new SteppedClock(),
      files: createFileSystem(new SteppedClock()),
    });
    // a window that opens deletes what belongs to no panel
    const first = await opened();
    await first.add({ id, name: "Shop", address: "https://192.0.2.1:8888" }, {});
    first.dispose();
    store = await opened();
  });
  const opened = async () => PanelStore.open({ root, secrets, log: new TestLog(), clock: new SteppedClock() });
  afterEach(async () => {
    store.dispose();
    await removeTemporaryDirectories();
  });

  it("is kept from one window to the next", async () => {
    assert.equal(await isAgreedTo(store, seenSteps()), false);
    await keepAgreement(store, seenSteps());
    const other = await opened();
    assert.equal(await isAgreedTo(other, seenSteps()), true);
    other.dispose();
  });

  /** What is different in each row: every field that a person sees. */
  const step = (change: Partial<Step>) => seenSteps({ steps: [{ ...STEP, ...change }] });
  const { target } = seenSteps();
  const others: Record<string, SeenSteps> = {
    "panel.id": seenSteps({ panel: { ...seenSteps().panel, id: "other" } }),
    "panel.address": seenSteps({ panel: { ...seenSteps().panel, address: "https://192.0.2.2:8888" } }),
    folder: seenSteps({ folder: "/home/me/other" }),
    deployment: seenSteps({ deployment: "other" }),
    "target.kind": seenSteps({ target: { ...target, kind: "javaProject" } }),
    "target.key": seenSteps({ target: { ...target, key: "8" } }),
    "target.identity": seenSteps({ target: { ...target, identity: ["7", "later.example"] } }),
    base: seenSteps({ base: "/www/wwwroot/other" }),
    steps: seenSteps({ steps: [STEP, { ...STEP, index: 1, name: "More" }] }),
    "step.index": step({ index: 1 }),
    "step.name": step({ name: "Other" }),
    "step.run": step({ run: `${STEP.run}\n` }),
    "step.when": step({ when: "before" }),
    "step.user": step({ user: "nobody" }),
    "step.uid": step({ uid: 0 }),
    "step.seconds": step({ seconds: 301 }),
    "step.within": step({ within: "public" }),
    "step.directory": step({ directory: "api" }),
    "step.alsoBack": step({ alsoBack: true }),
    "step.path": step({ path: ["/www/server/php/84/bin"] }),
  };

  it("is another for each field of what was seen, and there is a row for each", async () => {
    const { steps: _steps, panel, target: shown, ...plain } = seenSteps();
    const fields = [
      ...Object.keys(panel).map((field) => `panel.${field}`),
      ...Object.keys(shown).map((field) => `target.${field}`),
      ...Object.keys(plain),
      "steps",
      ...Object.keys(STEP).map((field) => `step.${field}`),
    ];
    assert.deepEqual(Object.keys(others).toSorted(), fields.toSorted());
    await keepAgreement(store, seenSteps());
    for (const [field, other] of Object.entries(others)) {
      assert.notEqual(digestOf(other), digestOf(seenSteps()), field);
      assert.equal(await isAgreedTo(store, other), false, field);
    }
  });

  it("is another where text moves from one field or step into the next", () => {
    const two = (first: string, second: string) =>
      digestOf(
        seenSteps({
          steps: [
            { ...STEP, run: first },
            { ...STEP, index: 1, run: second },
          ],
        }),
      );
    assert.notEqual(two("a", "bc"), two("ab", "c"));
    const named = (name: string, run: string) => digestOf(step({ name, run }));
    assert.notEqual(named("a", '","b'), named('a","', "b"));
    assert.notEqual(digestOf(step({ path: ["/a", "/b"] })), digestOf(step({ path: ["/a,/b"] })));
  });

  it("is another in another order", () => {
    const [first, second] = [STEP, { ...STEP, name: "Second" }];
    assert.notEqual(digestOf(seenSteps({ steps: [first, second] })), digestOf(seenSteps({ steps: [second, first] })));
  });

  it("cannot be had by files of the storage", async () => {
    const digest = digestOf(seenSteps());
    const text = JSON.stringify([digest]);
    const names = [
      "steps",
      "agreements",
      `steps.${id}`,
      join("secrets", "steps", id),
      join("panels", `${id}.json`),
      join("store", "steps"),
    ];
    for (const name of names) {
      await mkdir(join(root, name, ".."), { recursive: true });
      await writeFile(join(root, name), text).catch(() => assert.fail(name));
      await store.refresh();
      assert.equal(await isAgreedTo(store, seenSteps()), false, name);
    }
  });

  it("is not had by a secret that is none of its own kind", async () => {
    await keepAgreement(store, seenSteps());
    const [name = ""] = await secrets.keys();
    assert.ok(name.startsWith("steps/"));
    const mine = secrets.values.get(name);
    for (const text of ["", "{", "null", '"x"', "[1]", '["short"]', JSON.stringify({ 0: digestOf(seenSteps()) })]) {
      secrets.values.set(name, text);
      assert.equal(await isAgreedTo(store, seenSteps()), false, text);
      // what cannot be read is replaced by the next one
      await keepAgreement(store, seenSteps());
      assert.equal(secrets.values.get(name), mine);
    }
  });

  it("is asked for again where secrets cannot be read, and rejects where they cannot be kept", async () => {
    await keepAgreement(store, seenSteps());
    const broken = async () => Promise.reject(new Error("locked"));
    secrets.get = broken;
    assert.equal(await isAgreedTo(store, seenSteps()), false);
    secrets.store = broken;
    await assert.rejects(keepAgreement(store, seenSteps()), StorageError);
  });

  it("goes with the panel, and only with that one", async () => {
    const other = seenSteps({ panel: { ...seenSteps().panel, id: "11111111-1b2c-4d5e-8f90-a1b2c3d4e5f6" } });
    await store.add({ id: other.panel.id, name: "Other", address: "https://192.0.2.2:8888" }, {});
    await keepAgreement(store, seenSteps());
    await keepAgreement(store, other);
    await store.remove(id);
    assert.equal(await isAgreedTo(store, seenSteps()), false);
    assert.equal(await isAgreedTo(store, other), true);
  });

  it("is one of the latest 200 of a panel, and stands once", async () => {
    const numbered = (number: number) => seenSteps({ deployment: String(number) });
    for (let number = 0; number <= 200; number++) await keepAgreement(store, numbered(number));
    assert.equal(await isAgreedTo(store, numbered(0)), false);
    assert.equal(await isAgreedTo(store, numbered(1)), true);
    await keepAgreement(store, numbered(1));
    await keepAgreement(store, numbered(201));
    assert.equal(await isAgreedTo(store, numbered(1)), true);
    assert.equal(await isAgreedTo(store, numbered(2)), false);
  });

  it("is in no exported file, and in none that could be imported", async () => {
    const window = await CommandFixture.open();
    const { services } = window;
    const panel = await window.add();
    const own = seenSteps({ panel });
    await keepAgreement(services.store, own);
    window.workbench.saveAs = "panels.json";
    await window.run(exportPanels, [], { to: "Export Panels", with: "Shop" });
    const exported = window.workbench.saved.get("panels.json") ?? assert.fail("nothing was exported");
    const digest = digestOf(own);
    assert.ok(!exported.includes(digest));
    await services.store.remove(panel.id);
    const forged = JSON.parse(exported) as { panels: object[] };
    forged.panels = forged.panels.map((each) => ({ ...each, id: panel.id, steps: [digest], agreements: [digest] }));
    const text = JSON.stringify(forged);
    window.workbench.toOpen = {
      name: "panels.json",
      read: async () => ({ kind: "text", text }),
      remove: async () => undefined,
    };
    await window.run(
      importPanels,
      [],
      { to: "Which panels", with: "Shop" },
      { to: "Take over", with: "Take Over Everything" },
    );
    assert.equal(services.store.list().length, 1);
    assert.equal(await isAgreedTo(services.store, own), false);
    for (const imported of services.store.list())
      assert.equal(await isAgreedTo(services.store, seenSteps({ panel: imported })), false);
    await window.dispose();
  });
});
