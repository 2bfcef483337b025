import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { createPanelClient } from "../../../src/wire/client.ts";
import { operations, type OperationId, type ParamsOf, type RouteOf } from "../../../src/wire/operations/operations.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { failureOfCall } from "../../wire/callTransport.ts";
import { testCertificate } from "../../wire/certificates.ts";
import { type Fault, failingScript, type Stage, stages } from "../../wire/faults.ts";
import { startWireServer } from "../../wire/wireServer.ts";

const project = { project: "demo" };
const container = { container: "web" };
const file = { path: "/www/a" };
const site = { id: 1, name: "a.example.com" };

const domain = { id: 1, name: "a.example.com", host: "b.example.com", port: 80 };
const limit = { version: "82", amount: 64 };

/** Parameters for every row that changes something, unless it may be sent twice. */
const PARAMS: Readonly<Partial<Record<OperationId, object>>> = {
  "java.restart": project,
  "java.start": project,
  "java.stop": project,
  "java.changeLogPath": { ...project, path: "/www/wwwlogs/java" },
  "java.moveLogOfStopped": { ...project, path: "/www/wwwlogs/java" },
  "container.restart": container,
  "container.start": container,
  "container.stop": container,
  "container.pause": container,
  "container.unpause": container,
  "container.remove": container,
  "site.create": {
    domain: "a.example.com",
    additionalDomains: [],
    root: "/www/wwwroot/a.example.com",
    php: "00",
    port: 80,
    typeId: 0,
    note: "",
  },
  "site.delete": { ...site, withRoot: false, withFtp: false, withDatabase: false },
  "site.start": site,
  "site.stop": site,
  "terminal.setCompletion": { on: true },
  "terminal.setTheme": { on: true },
  "terminal.setAiShell": { on: true },
  "terminal.setAiAnalysis": { on: true },
  "certificate.renew": { index: "0123456789abcdef0123456789abcdef" },
  "certificateOrder.renew": { index: "0123456789abcdef0123456789abcdef" },
  "certificateOrder.order": { id: 1, domains: ["a.example.com"] },
  "certificate.install": {
    name: "a.example.com",
    certificate: testCertificate("leaf").cert,
    key: createPrivateKey(testCertificate("leaf").key),
  },
  "certificateOrder.remove": { index: "0123456789abcdef0123456789abcdef" },
  "composer.update": {},
  "file.createDirectory": file,
  "file.move": { from: "/www/a.txt", to: "/www/b.txt" },
  "file.remove": file,
  "file.removeDirectory": file,
  "project.startNode": project,
  "project.startPython": project,
  "project.startGo": project,
  "project.startOther": project,
  "project.stopNode": project,
  "project.stopPython": project,
  "project.stopGo": project,
  "project.stopOther": project,
  "project.restartNode": project,
  "project.restartPython": project,
  "project.restartGo": project,
  "project.restartOther": project,
  "scheduledTask.run": { id: 1 },
  "scheduledTask.toggle": { id: 1 },
  "scheduledTask.add": { name: "a", script: "sh a", day: 1 },
  "scheduledTask.remove": { id: 1 },
  "database.backUp": { id: 1 },
  "site.setPhp": { name: "a.example.com", php: "82" },
  "site.setRunPath": { id: 1, runPath: "/public" },
  "site.addDomain": domain,
  "site.removeDomain": domain,
  "site.redirectToHttps": { name: "a.example.com" },
  "site.serveHttp": { name: "a.example.com" },
  "site.setLastDay": { id: 1, lastDay: "2030-12-31" },
  "site.setNote": { id: 1, note: "a" },
  "php.setMemory": limit,
  "php.setUploadSize": limit,
  "php.setTime": limit,
  "site.backUp": { id: 1 },
  "service.control": { name: "nginx", to: "restart" },
  "runtime.startUpgrade": {},
};

const changes = (Object.keys(operations) as OperationId[]).filter(
  (id) => operations[id].effect !== "read" && !("isIdempotent" in operations[id]),
);

describe("every row that changes something", () => {
  it("is in this test", () => {
    assert.deepEqual(Object.keys(PARAMS).toSorted(), changes.toSorted());
  });

  for (const id of changes)
    for (const { route } of operations[id].wires)
      it(`is received at most once, wherever the connection is lost: ${id} by ${route}`, async () => {
        const losses = stages.flatMap((stage) => [losingAt(stage, "reset"), losingAt(stage, "stall")]);
        await Promise.all(losses.map((lose) => lose(id, route)));
      });
});

/** Calls a server that fails at a stage, and sees what arrives there. */
function losingAt(stage: Stage, fault: Fault) {
  return async (id: OperationId, route: RouteOf<OperationId>): Promise<void> => {
    const abort = new AbortController();
    // nobody waits for a server that stalls
    const atStage = () => void setTimeout(() => abort.abort(), 20);
    const server = await startWireServer({ certificate: "panel", ...failingScript(stage, fault, atStage) });
    const transport = createTransport({ pin: () => testCertificate("panel").fingerprint256 });
    try {
      const client = createPanelClient({ origin: server.url, apiKey: "k", transport, clock: new LeapingClock(0) });
      const params = PARAMS[id] as ParamsOf<typeof id>;
      await failureOfCall(client.call(id, params, { signal: abort.signal, route }));
      assert.ok(server.requests().length <= 1, `${stage}, ${fault}`);
      assert.ok(server.connections.length <= 1, `${stage}, ${fault}`);
    } finally {
      transport.dispose();
      await server.close();
    }
  };
}
