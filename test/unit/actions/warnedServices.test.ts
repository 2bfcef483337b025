import assert from "node:assert/strict";
import { ActionRunner } from "../../../src/actions/actionRunner.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { playedEditions } from "../../../src/demoPanel/startDemoPanel.ts";
import type { HandlerContext } from "../../../src/demoPanel/state.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { knownEditions, type KnownEdition } from "../../../src/wire/answers/operation.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

/** What older panels answer once a script has run that wrote to its standard error (docs/protocol.md 17.13). */
const WARNED: Readonly<Record<KnownEdition, string>> = {
  baota: "<p>警告消息： <p>",
  aapanel: "<p>Warning message: <p>",
};

const CONFLICT = 'nginx: [warn] conflicting server name "warn.example.com" on 0.0.0.0:80, ignored';
const IN_USE = "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)";

for (const edition of knownEditions)
  describe(`a service whose script warns on ${edition}`, () => {
    let panel: DemoPanel;
    let connection: PanelConnection;
    let words: string;
    let isRun: boolean;

    beforeEach(async () => {
      [words, isRun] = [CONFLICT, true];
      const real = playedEditions[edition].handlers["service.control"] ?? assert.fail();
      const handlers = {
        "service.control": (context: HandlerContext) => {
          if (isRun) real(context);
          return { status: false, msg: `${WARNED[edition]}${words}<br>` };
        },
      };
      panel = await startDemoPanel({ edition, handlers });
      const fixture = new ConnectionFixture();
      fixture.key = panel.key;
      const { guard, clock, apiKey, onCall } = fixture;
      const record = panelRecord({ address: panel.address, guardLevel: "trusted" });
      connection = new PanelConnection(record, { guard, clock, apiKey, onCall, createTransport });
    });
    afterEach(async () => {
      connection.dispose();
      await panel.close();
    });

    async function run(verb: "reload" | "restart" | "stop" | "start") {
      const clock = new SteppedClock({ speed: 10 });
      const runner = new ActionRunner({
        confirm: async () => true,
        showProgress: (_requests, task) => task(new AbortController().signal, () => undefined),
        clock,
        claims: new TargetClaims({ root: "/data", clock, files: memoryFiles() }),
        waitMs: () => 10_000,
        onFinished: async () => undefined,
      });
      const target = { key: "nginx", label: "nginx" };
      const request = { panel: connection, kind: "service", verb, target, row: undefined, state: "running" } as const;
      const outcome = await runner.run(request);
      return { outcome, message: outcomeText(request, outcome)?.message ?? "" };
    }

    it("is reloaded, restarted, stopped and started, which looks tell", async () => {
      for (const verb of ["reload", "restart", "stop", "start"] as const)
        assert.equal((await run(verb)).outcome.kind, "done", verb);
    });

    it("does not start, and its words say why", async () => {
      assert.equal((await run("stop")).outcome.kind, "done");
      [words, isRun] = [IN_USE, false];
      const { outcome, message } = await run("start");
      assert.equal(outcome.kind, "failed");
      assert.match(message, /Address already in use/);
    });

    it("shows no change, and nobody knows", async () => {
      isRun = false;
      const { outcome, message } = await run("restart");
      assert.equal(outcome.kind, "uncertain");
      assert.match(message, /result unknown.*conflicting server name/s);
    });
  });
