import assert from "node:assert/strict";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { DeployWindow, STATED } from "./deployWindow.ts";

const QUESTION = "Run these commands on “Shop”?";
const PRETENDED = "The demo panel runs no commands: it takes this one for done.";

for (const edition of knownEditions)
  describe(`the steps of the documents on the demo ${edition} as people get it`, () => {
    const it = turnsOf(edition);
    let window: DeployWindow;
    beforeEach(async () => {
      window = await DeployWindow.open(edition);
      await window.used.source({ "index.html": "one" });
    });
    afterEach(() => window.dispose());

    const examples: readonly (readonly [string, RegExp])[] = [
      [
        "composer install --no-dev --no-interaction\nphp artisan migrate --force",
        /Nothing to install.*\n.*Nothing to migrate/s,
      ],
      ["php artisan optimize", /Caching/],
      ["npm ci --omit=dev", /up to date/],
      [
        "python -m pip install -r requirements.txt\npython manage.py migrate --noinput",
        /already satisfied.*\n.*No migrations/s,
      ],
      ["set -a; . ./.env; set +a; umask 077\nid; whoami", /^/],
    ];
    for (const [run, written] of examples)
      it(`take ${run.split("\n").join(" and ")} for done, and say so`, async () => {
        window.state({ ...STATED, rollBack: "auto", steps: [{ name: "Step", run, user: "root" }] });
        const { messages } = await window.run(
          deployFolderOn("site"),
          { to: "Which deployment?", with: "site" },
          { to: "Deploy “site” to", with: " > Deploy" },
          { to: QUESTION, with: true },
          { to: QUESTION, with: "root" },
        );
        assert.match(messages[0]?.message ?? "", /was deployed to .+ Ended with 0: “Step”\./);
        const [output] = window.commands.screens.values();
        assert.match(output?.text ?? "", written);
        assert.equal(output?.text.split(PRETENDED).length, 2, "said once");
      });
  });
