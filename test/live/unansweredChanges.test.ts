import assert from "node:assert/strict";
import { actionsOn, answers, type End, isFalse, UnansweredChanges } from "../wire/unansweredChanges.ts";
import { note } from "./claims.ts";
import { isDemo } from "./livePanels.ts";
import { onEachPanel } from "./onEachPanel.ts";

onEachPanel("Changes that a gateway keeps from the panel", (live, edition) => {
  let changes: UnansweredChanges;
  const all: End[] = [];
  const notTried: string[] = [];

  before(async () => {
    changes = await UnansweredChanges.open(live.panel);
  });

  after(async () => {
    await changes.close();
    const falseEnds = all.filter(isFalse).length;
    note({
      operation: "every action, before a gateway",
      panel: live.panel.name,
      claimed: `${all.length} ends, ${falseEnds} false`,
      so: notTried.length === 0 ? "nothing was changed" : `nothing was changed; without a row: ${notTried.join(", ")}`,
    });
  });

  // the unit tier tries all answers on demo panels
  const tried = isDemo(edition) ? answers.slice(0, 1) : answers;
  for (const action of actionsOn(edition)) {
    const name = `${action.kind}.${action.verb}`;
    it(`are never done: ${name}`, async () => {
      const ends = await changes.endsOf(action, tried);
      all.push(...ends);
      if (ends.length === 0) notTried.push(name);
      for (const end of ends) assert.ok(!isFalse(end), `after ${end.after}: ${JSON.stringify(end.outcome)}`);
    });
  }
});
