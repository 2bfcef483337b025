import assert from "node:assert/strict";
import { Verifier } from "../../src/actions/verifier.ts";
import type { ActionInput, Target, Verification } from "../../src/resources/resource.ts";
import type { FakeCalls } from "./fakeCall.ts";
import { LeapingClock } from "./leapingClock.ts";

/** A verifier that has looked at its target before an action. */
export async function verifierOf<Seen>(
  rule: Verification<Seen> | undefined,
  calls: FakeCalls,
  target: Target,
  input: ActionInput = {},
): Promise<Verifier<Seen>> {
  const signal = new AbortController().signal;
  const verifier = new Verifier({
    rule: rule ?? assert.fail("no rule"),
    target,
    input,
    clock: new LeapingClock(),
    signal,
  });
  verifier.begin(await verifier.look(calls.callFor()));
  return verifier;
}
