import assert from "node:assert/strict";
import { appendFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { entryOf, lineOf } from "../../../src/activity/activityEntry.ts";
import { ActivityLog, type ActivityLogOptions } from "../../../src/activity/activityLog.ts";
import { tryLock } from "../../../src/storage/fileLock.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { fileError, filesWith, until, useStorage } from "../../fakes/storageFixture.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const asIs = (text: string) => text;

describe("ActivityLog", () => {
  const storage = useStorage();
  const windowWith = (options: Partial<ActivityLogOptions> = {}) =>
    new ActivityLog({ ...storage, redact: asIs, ...options });
  const path = (name: "current" | "previous") => join(storage.root, "activity", `${name}.jsonl`);
  const named = (label: string) => actionRecord({ target: { key: label, label } });
  const targetsIn = async (activity: ActivityLog) => (await activity.read()).map(({ target }) => target);
  /** Lines of more than 2000 bytes. */
  const fill = async (name: "current" | "previous", lines: number) => {
    await mkdir(join(storage.root, "activity"), { recursive: true });
    const line = (n: number) => {
      const entry = entryOf(named(`${name} ${n}`), "密".repeat(200), 0, asIs);
      return `\n${lineOf({ ...(entry ?? assert.fail()), kind: "字".repeat(500) })}`;
    };
    await writeFile(path(name), Array.from({ length: lines }, (_, n) => line(n)).join(""));
  };

  it("is empty at first, and reading makes no file", async () => {
    assert.deepEqual(await windowWith().read(), []);
    assert.deepEqual(await readdir(storage.root).catch(() => "none"), "none");
  });

  it("has the operations of all windows, newest first", async () => {
    const [one, other] = [windowWith(), windowWith()];
    await one.append(named("a"), "Shop");
    await other.append(named("b"), "Blog");
    await one.append(named("c"), "Shop");
    for (const activity of [one, other, windowWith()]) assert.deepEqual(await targetsIn(activity), ["c", "b", "a"]);
    assert.deepEqual(
      (await one.read()).map(({ panel }) => panel),
      ["Shop", "Blog", "Shop"],
    );
    const [newest] = await one.read();
    assert.ok(newest && Math.abs(newest.at - storage.clock.wallTime()) < 60_000);
  });

  it("lists an operation once if two windows recorded its end, with the last result", async () => {
    const [one, other] = [windowWith(), windowWith()];
    await one.append({ ...named("a"), id: "1", outcome: { kind: "halfway", why: "abandoned" } }, "Shop");
    await one.append(named("b"), "Shop");
    await other.append({ ...named("a"), id: "1" }, "Shop");
    const entries = (await one.read()).map(({ target, result }) => [target, result]);
    assert.deepEqual(entries, [
      ["a", "done"],
      ["b", "done"],
    ]);
  });

  it("keeps the order of unawaited appends, and finishes them when disposed", async () => {
    const activity = windowWith();
    for (const label of ["a", "b", "c"]) void activity.append(named(label), "Shop");
    await activity.dispose();
    assert.deepEqual(await targetsIn(activity), ["c", "b", "a"]);
  });

  it("shows no secret that was written before it was known", async () => {
    await windowWith().append(named(`denied: ${KEY}`), "Shop");
    const [written] = await windowWith().read();
    const redactor = new Redactor();
    redactor.add(KEY);
    redactor.add(written?.id ?? "");
    const [entry] = await windowWith({ redact: (text) => redactor.redact(text) }).read();
    assert.deepEqual(
      entry,
      { ...written, target: "denied: ***", key: "denied: ***" },
      "and its id, which is ours, stays",
    );
  });

  it("redacts a quoted header without breaking the line", async () => {
    const redactor = new Redactor();
    const activity = windowWith({ redact: (text) => redactor.redact(text) });
    await activity.append(named('Cookie: a="b'), "Shop");
    assert.deepEqual(await targetsIn(activity), ["Cookie: ***"]);
  });

  it("is readable by this user only", async function () {
    if (process.platform === "win32") this.skip();
    await windowWith().append(named("a"), "Shop");
    assert.equal((await stat(path("current"))).mode & 0o777, 0o600);
  });

  it("skips torn and corrupt lines, and a torn one does not take the next with it", async () => {
    const activity = windowWith();
    await activity.append(named("a"), "Shop");
    await appendFile(path("current"), '\n{"version":1,"id":"torn","at":17');
    await activity.append(named("b"), "Shop");
    await appendFile(path("current"), "\n\0\0\0\n\n[]");
    await activity.append(named("c"), "Shop");
    assert.deepEqual(await targetsIn(activity), ["c", "b", "a"]);
  });

  it("shows 200 at most", async () => {
    await fill("current", 230);
    const shown = await targetsIn(windowWith());
    assert.deepEqual([shown.length, shown[0], shown.at(-1)], [200, "current 229", "current 30"]);
  });

  it("sets a full file aside, and shows what is in both", async () => {
    await fill("previous", 250);
    await fill("current", 250);
    const activity = windowWith();
    await activity.append(named("last one"), "Shop");
    assert.deepEqual((await readdir(join(storage.root, "activity"))).toSorted(), ["previous.jsonl"]);
    await activity.append(named("first one"), "Shop");
    const shown = await targetsIn(activity);
    assert.deepEqual(shown.slice(0, 3), ["first one", "last one", "current 249"]);
    assert.equal(shown.length, 200);
    assert.deepEqual(await readdir(join(storage.root, "locks")), []);
  });

  it("keeps a full file when another window sets it aside first", async () => {
    await fill("current", 250);
    const other = windowWith();
    let renames = 0;
    const files = filesWith({
      size: async (name) => {
        const bytes = await filesWith({}).size(name);
        // between the look at the size and the lock
        if (renames++ === 0) await other.append(named("other"), "Shop");
        return bytes;
      },
    });
    await windowWith({ files }).append(named("mine"), "Shop");
    assert.deepEqual((await targetsIn(other)).slice(0, 3), ["other", "mine", "current 249"]);
  });

  it("lets the file grow while another window holds the lock", async () => {
    await fill("current", 250);
    const files = filesWith({});
    await tryLock({
      directory: join(storage.root, "locks"),
      name: "activity",
      holdMs: 60_000,
      files,
      clock: storage.clock,
    });
    await windowWith().append(named("a"), "Shop");
    assert.deepEqual(await readdir(join(storage.root, "activity")), ["current.jsonl"]);
    assert.equal((await targetsIn(windowWith()))[0], "a");
  });

  it("shows nothing twice that is set aside while it is read", async () => {
    const activity = windowWith();
    for (const label of ["a", "b"]) await activity.append(named(label), "Shop");
    const real = filesWith({});
    const files = filesWith({
      read: async (name) => {
        const text = await real.read(name);
        if (name === path("current")) await real.rename(path("current"), path("previous"));
        return text;
      },
    });
    assert.deepEqual(await targetsIn(windowWith({ files })), ["b", "a"]);
  });

  it("is cleared for all windows", async () => {
    await fill("previous", 3);
    const activity = windowWith();
    await activity.append(named("a"), "Shop");
    await activity.clear();
    assert.deepEqual(await windowWith().read(), []);
    await activity.append(named("b"), "Shop");
    assert.deepEqual(await targetsIn(windowWith()), ["b"]);
  });

  it("logs a failed write without its path, and does not fail the action", async () => {
    let isFull = true;
    const real = filesWith({});
    const files = filesWith({
      append: async (name, text) => {
        if (isFull) throw fileError("ENOSPC");
        await real.append(name, text);
      },
    });
    const activity = windowWith({ files });
    await activity.append(named("a"), "Shop");
    assert.deepEqual(storage.log.lines, ["warn An operation could not be added to the activity (ENOSPC)"]);
    isFull = false;
    await activity.append(named("b"), "Shop");
    assert.deepEqual(await targetsIn(activity), ["b"]);
  });

  it("shows the rest if a file cannot be read", async () => {
    await fill("previous", 2);
    const real = filesWith({});
    const files = filesWith({
      read: async (name) => {
        if (name === path("current")) throw fileError("EACCES");
        return real.read(name);
      },
    });
    assert.deepEqual(await targetsIn(windowWith({ files })), ["previous 1", "previous 0"]);
    assert.deepEqual(storage.log.lines, ["warn The activity cannot be read (EACCES)"]);
  });

  it("reports operations of other windows until it is stopped", async () => {
    const activity = windowWith();
    const stopping = new AbortController();
    let changes = 0;
    await activity.follow(() => changes++, stopping.signal);
    await windowWith().append(named("a"), "Shop");
    await until(() => changes > 0);
    stopping.abort();
    const before = changes;
    await windowWith().append(named("b"), "Shop");
    await storage.clock.sleep(150, new AbortController().signal);
    assert.equal(changes, before);
  });

  it("does not follow after a stop, or if there is no directory", async () => {
    await windowWith().follow(() => assert.fail("was called"), AbortSignal.abort());
    const files = filesWith({
      makeDirectory: async () => {
        throw fileError("EROFS");
      },
    });
    await windowWith({ files }).follow(() => assert.fail("was called"), new AbortController().signal);
    assert.deepEqual(storage.log.lines, ["warn Activity of other windows cannot be followed (EROFS)"]);
    await windowWith().append(named("a"), "Shop");
    await storage.clock.sleep(100, new AbortController().signal);
  });
});
