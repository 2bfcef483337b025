import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ActivityLog } from "../../src/activity/activityLog.ts";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { readStoredTails } from "../../src/logs/followedLog.ts";
import { FOLLOWED_LOGS } from "../../src/manifest/manifest.ts";
import { SubmissionJournal } from "../../src/siteForm/creation/submissionJournal.ts";
import { createFileSystem } from "../../src/storage/fileSystem.ts";
import { useStores } from "../fakes/storesFixture.ts";
import { SteppedClock } from "../fakes/steppedClock.ts";

/** What the first version wrote of two panels, byte for byte, with its secrets and what it had VS Code keep for a workspace. */
const FIRST = join(import.meta.dirname, "../fixtures/firstVersion");

/** When it wrote them. */
const AT = 1_700_000_000_000;

const read = (file: string) => JSON.parse(readFileSync(join(FIRST, file), "utf8")) as Readonly<Record<string, string>>;

describe("What the first version stored", () => {
  const { storage, open } = useStores();

  beforeEach(() => {
    for (const folder of ["panels", "store", "activity", "guard", "created"])
      cpSync(join(FIRST, folder), join(storage.root, folder), { recursive: true });
    for (const [name, value] of Object.entries(read("secrets.json"))) storage.secrets.values.set(name, value);
  });

  it("is opened: all panels with their settings and secrets", async () => {
    const store = await open();
    const [shop, other, ...rest] = store.list();
    assert.ok(shop !== undefined && other !== undefined && rest.length === 0);
    const { id: _id, keyRef: _keyRef, entranceRef: _entranceRef, ...settings } = shop;
    assert.deepEqual(settings, {
      version: 1,
      name: "Shop 商店",
      address: "https://192.0.2.1:8888",
      pin: `${"AB:".repeat(31)}CD`,
      pinnedUntil: "2027-01-31T12:00:00.000Z",
      httpConsent: false,
      guardLevel: "typeName",
      tags: ["prod", "cn"],
      color: "red",
      order: 0,
      hiddenGroups: ["container"],
      entries: [{ kind: "javaProject", key: "billing" }],
    });
    assert.equal(await store.apiKey(shop), "firstVersionKey");
    assert.equal(await store.entrance(shop), "/abcd1234");
    assert.deepEqual([other.name, other.httpConsent, other.guardLevel], ["Test", true, "ask"]);
    assert.equal(await store.apiKey(other), "otherKey");
    assert.equal(await store.entrance(other), undefined);
    assert.deepEqual(storage.log.lines, []);
    assert.equal(storage.secrets.values.size, 3);
  });

  it("stays as it is until it is changed, and is changed in place", async () => {
    const store = await open();
    for (const file of readdirSync(join(FIRST, "panels")))
      assert.equal(
        await readFile(join(storage.root, "panels", file), "utf8"),
        readFileSync(join(FIRST, "panels", file), "utf8"),
      );
    const [shop] = store.list();
    await store.update(shop?.id ?? "", { name: "Shop" });
    const again = await open();
    assert.deepEqual(again.list()[0], { ...shop, name: "Shop" });
    assert.equal(await again.apiKey(again.list()[0] ?? assert.fail()), "firstVersionKey");
  });

  it("is opened: what was done, and which key was refused", async () => {
    const activity = await new ActivityLog({ ...storage, redact: (text) => text }).read();
    assert.deepEqual(
      activity.map(({ panel, kind, verb, target, result, why, at }) => [panel, kind, verb, target, result, why, at]),
      [
        ["Shop 商店", "container", "remove", "redis", "failed", undefined, AT],
        ["Shop 商店", "site", "stop", "shop.example", "sent", "timedOut", AT],
        ["Shop 商店", "javaProject", "restart", "billing", "done", undefined, AT],
      ],
    );
    const [, other = assert.fail()] = (await open()).list();
    const refusal = await new LockoutGuard(storage).refusal(other);
    assert.deepEqual(refusal?.failure, { kind: "refused", reason: "ip", clientAddress: "198.51.100.7", at: AT });
  });

  it("is opened: the website that was just created, and the log that was followed", async () => {
    const clock = new SteppedClock();
    const [shop = assert.fail()] = (await open()).list();
    const request = { domain: "new.example", port: 80 };
    const journal = new SubmissionJournal({ ...storage, clock, files: createFileSystem(clock), panel: shop, request });
    const [created, ...others] = await journal.read();
    assert.deepEqual([created?.state, created?.id, created?.at, others.length], ["created", 7, AT, 0]);
    const kept: unknown = read("workspaceState.json")[FOLLOWED_LOGS];
    assert.deepEqual(
      readStoredTails(kept).map(({ panelId, kind, key, label }) => [panelId, kind, key, label]),
      [[shop.id, "javaProject", "billing", "billing"]],
    );
  });
});
