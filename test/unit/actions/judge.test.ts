import assert from "node:assert/strict";
import { judge } from "../../../src/actions/judge.ts";
import { becomes, type Observations, type Proof } from "../../../src/resources/resource.ts";

interface Lamp {
  readonly isOn?: boolean;
  readonly bulb?: number;
}

/** The verdict on looks, one second apart; `undefined`: it is not there. */
function verdictOn(proofs: readonly Proof<Lamp>[], before: Lamp | undefined, ...looks: readonly (Lamp | undefined)[]) {
  const since = looks.map((seen, index) => ({ atMs: index * 1_000, seen })) as unknown as Observations<Lamp>;
  return judge({ proofs }, { before, since, input: {} });
}

const isLit = becomes<Lamp>(({ isOn }) => isOn);
const on: Lamp = { isOn: true };
const off: Lamp = { isOn: false };

describe("judge", () => {
  it("takes for done only what differs from the look before", () => {
    assert.equal(verdictOn([isLit], off, off), "pending");
    assert.equal(verdictOn([isLit], off, on), "done");
    assert.equal(verdictOn([isLit], on, on), "pending");
    // it went out and on again, which nobody has seen
    assert.equal(verdictOn([isLit], on, off, on), "pending");
  });

  it("takes nothing for done that was unknown before, or is now", () => {
    assert.equal(verdictOn([isLit], {}, on), "pending");
    assert.equal(verdictOn([isLit], undefined, on), "pending");
    assert.equal(verdictOn([isLit], off, {}), "pending");
  });

  it("never takes for done what an action calls a difference though the look before has it too", () => {
    const careless: Proof<Lamp> = { isShown: ({ isOn }) => isOn === true };
    const lasting: Proof<Lamp> = { ...careless, lasting: { forMs: () => 1_000, isSameRun: () => true } };
    for (const proof of [careless, lasting]) assert.equal(verdictOn([proof], on, on, on, on), "pending");
    assert.equal(verdictOn([careless], off, on), "done");
  });

  it("says that nothing can show it where there is no proof", () => {
    assert.equal(verdictOn([], off, on), "unconfirmable");
  });

  it("takes what is gone for done only if it was there, and was to go", () => {
    const goes = (gone: "wanted" | "besides"): Proof<Lamp> => ({ gone, isCertain: "byEachLook" });
    assert.equal(verdictOn([goes("wanted")], on, undefined), "done");
    assert.equal(verdictOn([goes("besides")], on, undefined), "doneAndGone");
    assert.equal(verdictOn([goes("wanted")], on, on), "pending");
    assert.equal(verdictOn([goes("wanted")], undefined, undefined), "pending");
    assert.equal(verdictOn([isLit], off, undefined), "pending");
  });

  it("waits until a difference has lasted, in one run", () => {
    const changed: Proof<Lamp> = {
      isShown: (now, before) => now.bulb !== before.bulb,
      lasting: { forMs: () => 2_000, isSameRun: (one, other) => one.bulb === other.bulb },
    };
    const old: Lamp = { bulb: 1 };
    const bulb = (number: number): Lamp => ({ bulb: number });
    assert.equal(verdictOn([changed], old, bulb(2), bulb(2)), "settling");
    assert.equal(verdictOn([changed], old, bulb(2), bulb(2), bulb(2)), "done");
    assert.equal(verdictOn([changed], old, bulb(2), bulb(2), bulb(3)), "settling");
    assert.equal(verdictOn([changed], old, bulb(2), old, bulb(2)), "settling");
  });
});
