import assert from "node:assert/strict";
import { QuestionUnanswered } from "../../../src/actions/confirmation.ts";
import { unaskedDialogs } from "../../../src/platform/unaskedDialogs.ts";
import type { Dialogs } from "../../../src/ports/dialogs.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

/** A person, and what stands on their screen. */
class Person {
  /** What happened, in order. */
  readonly seen: string[] = [];
  readonly clock = new SteppedClock();
  readonly ending = new AbortController();
  /** Answers of the notifications and questions, each by hand. */
  announced = Promise.withResolvers<boolean>();
  decided = Promise.withResolvers<boolean | undefined>();
  taken = Promise.withResolvers<string | undefined>();
  waits = 0;

  readonly dialogs: Dialogs = unaskedDialogs(
    {
      announce: async (text, signal) => {
        this.seen.push(`announced: ${text}`);
        const gone = Promise.withResolvers<boolean>();
        signal.addEventListener("abort", () => gone.resolve(false), { once: true });
        const isThere = await Promise.race([this.announced.promise, gone.promise]);
        this.announced = Promise.withResolvers();
        this.seen.push(isThere ? "followed" : "away");
        return isThere;
      },
      decide: async (message) => {
        this.seen.push(`asked: ${message}`);
        const answer = await this.decided.promise;
        this.decided = Promise.withResolvers();
        return answer;
      },
      live: async ({ title, signal }) => {
        this.seen.push(`asked: ${title}`);
        const closed = Promise.withResolvers<undefined>();
        signal?.addEventListener("abort", () => {
          this.seen.push(`closed: ${title}`);
          closed.resolve(undefined);
        });
        return Promise.race([this.taken.promise, closed.promise]) as Promise<never>;
      },
      ask: () => assert.fail("its button would be under Enter"),
      notify: ({ message }) => void this.seen.push(`told: ${message}`),
      progress: async (_title, task) => task(new AbortController().signal, () => undefined),
    } as Partial<Dialogs> as Dialogs,
    {
      sentence: (question) => `An agent asks: ${question}`,
      signal: this.ending.signal,
      clock: this.clock,
      waits: () => (this.waits += 1),
    },
  );

  async ask(): Promise<boolean> {
    return this.dialogs.ask("Restart?", "It restarts.", "Restart");
  }

  async preview(): Promise<string | undefined> {
    return this.dialogs.live<string>({ title: "Deploy?", placeholder: "", open: () => assert.fail() });
  }
}

/** Lets everything go on that needs no time. */
const settled = async () => new Promise((resolve) => setImmediate(resolve));

describe("questions that no click has begun", () => {
  let person: Person;
  beforeEach(() => (person = new Person()));

  for (const answer of [true, false])
    it(`stand only once their notification was followed, and are then answered: ${answer}`, async () => {
      const asked = person.ask();
      await settled();
      assert.deepEqual([person.seen, person.waits], [["announced: An agent asks: Restart?"], 1]);
      person.announced.resolve(true);
      person.decided.resolve(answer);
      assert.equal(await asked, answer);
      assert.deepEqual(person.seen.slice(1), ["followed", "asked: Restart?"]);
    });

  it("are declined where the notification is turned away", async () => {
    person.announced.resolve(false);
    assert.equal(await person.ask(), false);
    person.announced.resolve(false);
    assert.equal(await person.preview(), undefined);
    assert.ok(!person.seen.some((line) => line.startsWith("asked")));
  });

  it("wait again where they are left for later", async () => {
    const asked = person.ask();
    person.announced.resolve(true);
    person.decided.resolve(undefined);
    await settled();
    assert.deepEqual([person.seen.at(-1), person.waits], ["announced: An agent asks: Restart?", 2]);
    person.announced.resolve(true);
    person.decided.resolve(true);
    assert.equal(await asked, true);
  });

  it("need no second notification right after an answer, but after what takes time", async () => {
    person.announced.resolve(true);
    person.taken.resolve("deploy");
    person.decided.resolve(true);
    assert.deepEqual([await person.preview(), await person.ask()], ["deploy", true]);
    assert.equal(person.waits, 1);
    await person.dialogs.progress("Building…", async () => undefined);
    const asked = person.ask();
    await settled();
    assert.equal(person.waits, 2);
    person.announced.resolve(false);
    assert.equal(await asked, false);
  });

  for (const isOpen of [false, true])
    it(`end after ten minutes in which nobody answers${isOpen ? ", also those that stand open" : ""}`, async () => {
      const asked = person.ask();
      const rejected = assert.rejects(asked, QuestionUnanswered);
      if (isOpen) person.announced.resolve(true);
      await settled();
      await person.clock.pass(9 * 60_000);
      assert.equal(person.seen.at(-1), isOpen ? "asked: Restart?" : "announced: An agent asks: Restart?");
      await person.clock.pass(60_000);
      await rejected;
      if (!isOpen) {
        assert.equal(person.seen.at(-1), "away");
        return;
      }
      person.decided.resolve(true);
      await settled();
      assert.equal(person.seen.at(-1), "told: Nothing was done: the answer came too late.");
    });

  it("go with what asks them", async () => {
    const asked = person.ask();
    const rejected = assert.rejects(asked, { failure: { kind: "cancelled" } });
    await settled();
    person.ending.abort();
    await rejected;
    assert.equal(person.seen.at(-1), "away");
    await assert.rejects(person.ask(), { failure: { kind: "cancelled" } });
    assert.equal(person.waits, 1, "and none comes afterwards");
  });

  for (const end of ["in ten minutes", "with what asks it"] as const)
    it(`close a list ${end}, and say nothing of it`, async () => {
      const rejected = assert.rejects(person.preview());
      person.announced.resolve(true);
      await settled();
      assert.equal(person.seen.at(-1), "asked: Deploy?");
      if (end === "in ten minutes") await person.clock.pass(600_000);
      else person.ending.abort();
      await rejected;
      await settled();
      assert.equal(person.seen.at(-1), "closed: Deploy?");
    });

  it("say nothing where what stood open is declined too late", async () => {
    const asked = person.ask();
    const rejected = assert.rejects(asked);
    person.announced.resolve(true);
    await settled();
    person.ending.abort();
    await rejected;
    person.decided.resolve(false);
    await settled();
    assert.equal(person.seen.at(-1), "asked: Restart?");
  });
});
