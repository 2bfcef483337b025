import assert from "node:assert/strict";
import { join } from "node:path";
import { LockoutGuard, type CalledBy } from "../../../src/connection/lockoutGuard.ts";
import { createFileSystem, type FileSystem } from "../../../src/storage/fileSystem.ts";
import { endedBy, failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { SteppedClock, settled } from "../../fakes/steppedClock.ts";
import { TestLog, until, useStorage } from "../../fakes/storageFixture.ts";
import { NEVER, panel } from "./guardFixture.ts";
import { guarded } from "../../fakes/guarded.ts";

/** Whether a call may take long. */
const READ = false;
const CHANGE = true;

/** A panel that takes its time, and looks at the key when it answers. */
class Server {
  isKeyGood = true;
  answerMs = 20;
  accepted = 0;
  refused = 0;
  atOnce = 0;
  mostAtOnce = 0;

  readonly call = async (signal: AbortSignal): Promise<void> => {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    // not cancelled with the signal: what has arrived counts
    await new Promise((resolve) => setTimeout(resolve, this.answerMs));
    this.atOnce--;
    if (this.isKeyGood) this.accepted++;
    else this.refused++;
    if (signal.aborted) throw endedBy(signal);
    if (!this.isKeyGood) throw new PanelError({ kind: "refused", reason: "key" });
  };
}

/** The guards of two windows that share the disk; the second may have a clock of its own. */
function twoWindows(clock: SteppedClock, second = clock): readonly [LockoutGuard, LockoutGuard] {
  const options = { root: "/guard", log: new TestLog(), files: memoryFiles() };
  return [new LockoutGuard({ ...options, clock }), new LockoutGuard({ ...options, clock: second })];
}

describe("LockoutGuard in many windows", () => {
  let server: Server;
  beforeEach(() => (server = new Server()));

  const guards: LockoutGuard[] = [];
  // before the storage is taken away
  afterEach(async () => {
    for (const guard of guards.splice(0)) await guard.dispose();
  });
  const storage = useStorage();
  const newWindow = (files?: FileSystem) => {
    const guard = new LockoutGuard({ ...storage, ...(files && { files }) });
    guards.push(guard);
    return guard;
  };
  const windows = (count: number) => Array.from({ length: count }, () => newWindow());
  const run = async (guard: LockoutGuard, isChange = READ, call = server.call) =>
    guarded(guard, panel, "automatic", call, { isChange });
  /** Kinds of what became of calls. */
  const ends = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((end) =>
      end.status === "fulfilled" ? "ok" : (failureOf(end.reason)?.kind ?? "defect"),
    );

  for (const [what, calls] of [
    ["two reads", [READ, READ]],
    ["two reads and a change", [READ, READ, CHANGE]],
    ["eight reads", Array.from({ length: 8 }, () => READ)],
  ] as const)
    it(`makes at most three refused calls where the key changes while ten windows want ${what} each`, async () => {
      const all = windows(10);
      for (const guard of all) await run(guard);
      const sent = all.flatMap((guard) => calls.map((isChange) => run(guard, isChange)));
      await until(() => server.atOnce > 1);
      server.isKeyGood = false;
      const messages = await ends(sent);
      assert.ok(server.refused >= 1 && server.refused <= 3, `${server.refused} were refused`);
      assert.deepEqual(new Set(messages), new Set(["refused"]));
      assert.equal(server.accepted, 10);
    });

  it("gives every window its lease, even if one never stops", async () => {
    const stepped = new SteppedClock();
    const [busy, other] = twoWindows(stepped);
    const ended = new AbortController();
    const loop = async (answerMs: number) => {
      while (!ended.signal.aborted) await run(busy, READ, async () => stepped.sleep(answerMs, NEVER));
    };
    const first = loop(500);
    await stepped.pass(1_000);
    // their calls overlap, so that one is in flight all the time
    const loops = [first, loop(700)];
    await stepped.pass(10_000);
    let hadItsTurn = false;
    const waiting = run(other, READ, async () => void (hadItsTurn = true));
    await stepped.pass(10_000);
    ended.abort();
    assert.equal(hadItsTurn, true);
    await stepped.pass(10_000);
    await Promise.all([waiting, ...loops]);
  });

  it("keeps its lease for a call in flight that came shortly after another", async () => {
    const stepped = new SteppedClock();
    const [one, other] = twoWindows(stepped);
    await run(one, READ, async () => undefined);
    const inFlight = run(one, READ, async () => stepped.sleep(1_000, NEVER));
    let hadItsTurn = false;
    const waiting = run(other, READ, async () => void (hadItsTurn = true));
    await stepped.pass(500);
    assert.equal(hadItsTurn, false);
    await stepped.pass(1_000);
    await Promise.all([inFlight, waiting]);
  });

  it("does not make other windows wait for a window that froze with its lease, which sends nothing more in it", async () => {
    const [asleep, awake] = [new SteppedClock(), new SteppedClock()];
    const [frozen, other] = twoWindows(asleep, awake);
    const sent: string[] = [];
    const inFlight = run(frozen, READ, async () => asleep.sleep(1_000, NEVER));
    await settled();
    const waiting = run(other, READ, async () => void sent.push("other"));
    await awake.pass(6_000);
    assert.deepEqual(sent, ["other"]);
    await waiting;
    const longer = run(other, READ, async () => awake.sleep(20_000, NEVER));
    await awake.pass(1_000);
    await asleep.standStill(7_000);
    await inFlight;
    const next = run(frozen, READ, async () => void sent.push("frozen"));
    await asleep.pass(2_000);
    assert.deepEqual(sent, ["other"]);
    await awake.pass(30_000);
    await longer;
    await asleep.pass(1_000);
    await next;
    assert.deepEqual(sent, ["other", "frozen"]);
  });

  it("reads the disk once for calls that follow each other", async () => {
    const real = createFileSystem(storage.clock);
    let reads = 0;
    const guard = newWindow({ ...real, read: (path) => (reads++, real.read(path)) });
    await run(guard);
    const first = reads;
    server.answerMs = 1;
    for (let call = 0; call < 5; call++) await Promise.all([run(guard), run(guard)]);
    assert.equal(reads, first);
  });

  it("reads the disk once in each lease, unless a refusal may stand for an automatic call", async () => {
    const real = createFileSystem(storage.clock);
    let reads = 0;
    const readsOf = async (guard: LockoutGuard, by: CalledBy) => {
      reads = 0;
      await guarded(guard, panel, by, server.call);
      // ends the turn
      await guard.dispose();
      return reads;
    };
    const [one, other] = [0, 1].map(() => newWindow({ ...real, read: (path) => (reads++, real.read(path)) }));
    assert.ok(one && other);
    const counts = [await readsOf(one, "automatic"), await readsOf(one, "automatic"), await readsOf(one, "user")];
    assert.deepEqual(counts, [2, 1, 1]);
    assert.equal(await readsOf(other, "user"), 1);
  });

  it("does not make other windows wait for calls sent before an accepted one", async () => {
    const [one, other] = [newWindow(), newWindow()];
    await run(one);
    const slow = Promise.withResolvers<void>();
    const hanging = run(one, READ, () => slow.promise);
    await run(one);
    await run(other);
    slow.resolve();
    await hanging;
  });

  it("does not make other windows wait for a long change", async () => {
    const [changing, one, other] = [newWindow(), newWindow(), newWindow()];
    const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = run(changing, CHANGE, () => (begun.resolve(), work.promise));
    await begun.promise;
    await storage.clock.pass(3_000);
    await run(one);
    await run(other);
    work.resolve();
    await change;
  });

  it("leaves no lock behind when its window is closed", async () => {
    const guard = newWindow();
    await run(guard);
    const work = Promise.withResolvers<void>();
    const last = run(guard, READ, () => work.promise);
    await until(async () => (await createFileSystem(storage.clock).list(join(storage.root, "guard"))).length === 1);
    await guard.dispose();
    work.resolve();
    await last;
    assert.deepEqual(await createFileSystem(storage.clock).list(join(storage.root, "guard")), []);
  });
});
