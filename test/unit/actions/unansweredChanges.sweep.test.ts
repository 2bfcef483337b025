import assert from "node:assert/strict";
import { type KnownEdition, knownEditions } from "../../../src/wire/answers/operation.ts";
import { type DemoPanel, startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { makeDirectory } from "../../../src/demoPanel/serverFiles.ts";
import {
  actionsOn,
  answers,
  type End,
  type GatewayAnswer,
  isFalse,
  settingChanges,
  type TableAction,
  UnansweredChanges,
} from "../../wire/unansweredChanges.ts";

/** Of what has nothing to do with the state of its row. */
const LEAVING_STATE = ["backUp", "renew", "changePhp", "changeSetting", "run", "update", "upgrade"];

/**
 * What the gateway answers on an edition: the product takes such an answer as no panel's, whichever stands behind, so that an action of both
 * editions gets half of the answers on each. With `FUZZ=full` it gets all on each.
 */
function answersOn(edition: KnownEdition, { kind, verb }: TableAction): readonly GatewayAnswer[] {
  const isOfBoth = knownEditions.every((each) =>
    [...actionsOn(each), ...settingChanges].some((other) => other.kind === kind && other.verb === verb),
  );
  if (!isOfBoth || process.env["FUZZ"] === "full") return answers;
  return answers.filter((_, index) => index % knownEditions.length === knownEditions.indexOf(edition));
}

describe("a change that a gateway keeps from the panel", () => {
  const all: End[] = [];

  for (const edition of knownEditions) {
    describe(`on ${edition}`, () => {
      let panel: DemoPanel;
      let changes: UnansweredChanges;
      before(async () => {
        panel = await startDemoPanel({ edition });
        for (const { path } of panel.state.sites) makeDirectory(panel.state.files, `${path}/public`, 0);
        changes = await UnansweredChanges.open({ ...panel, edition });
      });
      after(async () => {
        await changes.close();
        await panel.close();
      });

      for (const action of [...actionsOn(edition), ...settingChanges])
        it(`is never done, whatever the gateway says: ${action.kind}.${action.setting?.name ?? action.verb}`, async () => {
          const tried = answersOn(edition, action);
          const ends = await changes.endsOf(action, tried);
          all.push(...ends);
          assert.ok(ends.length > tried.length, "no row of the demo panel was tried");
          for (const { after, kept } of ends.slice(0, tried.length)) assert.ok(kept > 0, `${after}: nothing was sent`);
          for (const end of ends) assert.ok(!isFalse(end), `after ${end.after}: ${JSON.stringify(end.outcome)}`);
          const evidence = ends.flatMap(({ outcome }) => ("evidence" in outcome ? (outcome.evidence ?? []) : []));
          const states = evidence.filter(({ name }) => name === "state");
          // "running" would be read as the backup that is running
          const leavesState = LEAVING_STATE.includes(action.verb);
          assert.deepEqual(leavesState ? states : states.filter(({ value }) => value === "stateless"), []);
        });
    });
  }

  after(() => {
    const actions = knownEditions.flatMap((edition) => [...actionsOn(edition), ...settingChanges]);
    console.log(
      `    ${actions.length} actions of ${knownEditions.length} editions, ${answers.length} answers of a gateway, ` +
        `and the next window: ${all.length} ends, ${all.filter(isFalse).length} false`,
    );
  });
});
