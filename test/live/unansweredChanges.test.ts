import assert from "node:assert/strict";
import { actionsOn, type End, isFalse, UnansweredChanges } from "../wire/unansweredChanges.ts";
import { note } from "./claims.ts";
import { EveryRow } from "./everyRow.ts";
import { isDemo } from "./livePanels.ts";
import { onEachPanel } from "./onEachPanel.ts";

onEachPanel("Changes that a gateway keeps from the panel", (live, edition) => {
  // the unit tier does it on demo panels
  if (isDemo(edition)) return;
  let changes: UnansweredChanges;
  let rows: EveryRow;
  const all: End[] = [];
  const notTried: string[] = [];

  before(async function () {
    this.timeout(300_000);
    const { panel } = live;
    rows = await EveryRow.add(live);
    const php = (await panel.server.phpVersions()).at(-1);
    changes = await UnansweredChanges.open(panel, php === undefined ? {} : { changePhp: { php } });
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

  for (const action of actionsOn(edition)) {
    const name = `${action.kind}.${action.verb}`;
    it(`are never done: ${name}`, async () => {
      const ends = await rows.whileOffered(action, async () => changes.endsOf(action));
      all.push(...ends);
      if (ends.length === 0) notTried.push(name);
      for (const end of ends) assert.ok(!isFalse(end), `after ${end.after}: ${JSON.stringify(end.outcome)}`);
    });
  }
});
