import assert from "node:assert/strict";
import { actionsTitle, actionTitle, confirmButton, progressTitle } from "../../../src/texts/actionTitles.ts";
import { requestFor, requestSamples } from "../actions/requestSamples.ts";
import { assertDistinct, assertText } from "./sentence.ts";

describe("the title of an action", () => {
  it("names target and panel, with different words for each action", () => {
    const titles = requestSamples.map((request) => actionTitle(request));
    for (const [index, { kind, target, panel }] of requestSamples.entries()) {
      assertText(titles[index], `“${panel.name}”`, ...(kind === "runtime" ? [] : [`“${target.label}”`]));
      assert.match(titles[index] ?? "", /^[A-Z][^:]+$/);
    }
    assertDistinct(titles);
  });

  it("counts several targets", () => {
    assert.equal(actionsTitle([]), "");
    for (const { kind, verb } of requestSamples) {
      const [one, two] = ["一", "二"].map((label) => requestFor({ kind, verb, label }));
      assertText(actionsTitle([one ?? requestFor(), two ?? requestFor()]), "2");
    }
  });

  it("differs for questions and progress", () => {
    const containers = [requestFor({ kind: "container", label: "一" }), requestFor({ kind: "container", label: "二" })];
    assert.equal(actionsTitle(containers), "Restart 2 containers");
    assert.equal(progressTitle(containers), "Restarting 2 containers");
    const [first = requestFor(), ...others] = containers;
    const mixed = [{ ...first, verb: "stop" as const }, ...others];
    assert.deepEqual([actionsTitle(mixed), progressTitle(mixed)], ["Change 2 containers", "Changing 2 containers"]);
    assert.equal(progressTitle([first]), "Restarting “一” on “商店”");
    assert.equal(progressTitle([]), "");
  });

  it("has one verb if all actions share it", () => {
    assert.equal(confirmButton([{ verb: "stop" }, { verb: "stop" }]), "Stop");
    assert.equal(confirmButton([{ verb: "stop" }, { verb: "start" }]), "Change");
  });
});
