import assert from "node:assert/strict";
import { playedEditions, startDemoPanel as startShipped } from "../../../src/demoPanel/startDemoPanel.ts";
import { type KnownEdition, knownEditions } from "../../../src/wire/answers/operation.ts";
import { isObject } from "../../../src/wire/answers/isObject.ts";
import { createPanelClient } from "../../../src/wire/client.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import {
  type AnyOperation,
  operations,
  type OperationId,
  type ParamsOf,
} from "../../../src/wire/operations/operations.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { startDemoPanel as startFull } from "../../demoPanel/startDemoPanel.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

/** Parameters of all operations; each uses its own. */
const params = {
  page: 1,
  limit: 200,
  id: 3,
  name: "blog.example.com",
  project: "order-service",
  container: "web-proxy",
  of: "site",
  words: "index.html",
  root: "/www/wwwroot/blog.example.com",
  version: "82",
  domain: "blog.example.com",
  path: "/www/wwwroot/blog.example.com/index.html",
  from: 0,
  length: 10,
  paths: ["/www/wwwroot/blog.example.com", "/www/server/panel/data/recycle_bin.pl", "/www/nowhere"],
};

/** Projects with a log, where it is not the usual one. */
const projects: Readonly<Partial<Record<OperationId, string>>> = {
  "project.logNode": "storefront",
  "project.logPython": "recommender",
  "project.logGo": "gateway",
  "project.logOther": "image-resizer",
};

/** Reads a panel with each operation that changes nothing, on each route. */
async function readOf(panel: Awaited<ReturnType<typeof startShipped>>, edition: KnownEdition) {
  const transport = createTransport({ pin: () => undefined });
  const client = createPanelClient({
    origin: panel.address,
    apiKey: panel.key,
    transport,
    clock: new LeapingClock(NOW),
  });
  const seen: Record<string, unknown> = {};
  try {
    for (const [id, { effect, wires }] of Object.entries(operations) as [OperationId, AnyOperation][])
      for (const { route, edition: only = edition } of wires) {
        if (only !== edition || effect !== "read" || playedEditions[edition].absentRoutes.includes(route)) continue;
        const tail = { ...(id === "container.log" && { tail: 100 }), ...(id in projects && { project: projects[id] }) };
        const options = { route: route as never, signal: new AbortController().signal };
        const read = client.call(id, { ...params, ...tail } as ParamsOf<typeof id>, options);
        seen[`${id} ${route}`] = await read.catch(failureOf);
      }
    return seen;
  } finally {
    transport.dispose();
    await panel.close();
  }
}

describe("the demo panel as it ships", () => {
  for (const edition of knownEditions)
    it(`tells our client all that the tests' panel tells it, without a fault: ${edition}`, async () => {
      const options = { edition, now: () => NOW, key: "k".repeat(32) };
      const shipped = await readOf(await startShipped(options), edition);
      assert.deepEqual(shipped, await readOf(await startFull(options), edition));
      const failed = Object.entries(shipped).filter(
        ([, result]) => result === undefined || (isObject(result) && "kind" in result),
      );
      assert.deepEqual(
        failed.map(([id]) => id),
        edition === "baota" ? ["system.edition v2system"] : [],
      );
    });
});
