import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { EndedServers } from "../../../src/deployments/several/runInOrder.ts";
import { rolledBackText, serversTable, serversText, stoppedText } from "../../../src/texts/serversTexts.ts";
import { requestFor } from "../actions/requestSamples.ts";

describe("the sentences about several servers", () => {
  const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const done: Outcome = { kind: "done", evidence: undefined, deployment: { deployment: "shop", state: "wanted" } };
  const failed: Outcome = { kind: "failed", failure: { kind: "timeout", afterMs: 1 } };
  const ended = (verb: "deploy" | "rollBack", outcome: Outcome) => ({
    request: requestFor({ kind: "site", verb }),
    outcome,
  });
  const onTwo = (roles: readonly [string, string]): EndedServers => ({
    deployment: "shop",
    at,
    servers: roles.map((role) => ({ role, panel: role, ended: ended("deploy", done), milliseconds: 1 })),
  });

  it("say on how many servers it was rolled back, why not on the others, and which were left alone", () => {
    const back = (role: string, outcome: Outcome) => ({ role, panel: role, back: ended("rollBack", outcome) });
    assert.equal(
      rolledBackText("shop", [back("web-1", done), back("web-2", done)], []),
      "“shop” was rolled back on 2 of 2 servers.",
    );
    assert.match(
      rolledBackText("shop", [back("web-1", done), back("web-2", failed)], [{ role: "web-3", panel: "Shop" }]),
      /^“shop” was rolled back on 1 of 2 servers\. web-2: .* Left alone: web-3\.$/,
    );
  });

  it("say when that was seen, for nobody can take a notification away once it is otherwise", () => {
    assert.equal(serversText(onTwo(["web-1", "web-2"])), "“shop” is on all 2 servers. Seen at Jan 2, 2026, 3:04 AM.");
    const servers = [
      ...onTwo(["web-1", "web-2"]).servers.slice(0, 1),
      { role: "web-2", panel: "web-2", ended: ended("deploy", failed), milliseconds: 1 },
    ];
    const today = serversText({ deployment: "shop", at: Date.now(), servers });
    assert.match(today, /^“shop” is not on all servers\. .* Seen at \d+:\d\d:\d\d.[AP]M\.$/);
  });

  it("end before the next begins, also where a panel's own words have no full stop", () => {
    const refused: Outcome = {
      kind: "failed",
      failure: { kind: "rejected", message: "the task does not start" },
      deployment: { deployment: "shop", state: "before", rolledBack: "done" },
    };
    const servers = [
      ...onTwo(["web-1", "web-2"]).servers.slice(0, 1),
      { role: "web-2", panel: "web-2", ended: ended("deploy", refused), milliseconds: 1 },
    ];
    assert.match(
      serversText({ deployment: "shop", at, servers }),
      /The panel says: the task does not start\. It was rolled back: /,
    );
  });

  it("name the first servers that cannot be deployed to, and count the others", () => {
    const stopped = Array.from({ length: 5 }, (_, index) => ({
      role: `web-${index}`,
      panel: `Shop ${index}`,
      sentence: "It is gone.",
    }));
    assert.equal(
      stoppedText(stopped),
      "Nothing was deployed to any server. web-0 on “Shop 0”: It is gone. web-1 on “Shop 1”: It is gone. web-2 on “Shop 2”: It is gone. … and 2 more",
    );
  });

  it("stand below each other in a terminal, whatever the letters of a role", () => {
    const rows = serversTable(onTwo(["🚀", "网站"])).slice(1);
    // each of these letters takes two columns
    assert.deepEqual(
      rows.map((row) => row.slice(0, row.indexOf("done"))),
      ["🚀      🚀     ", "网站    网站   "],
    );
  });
});
