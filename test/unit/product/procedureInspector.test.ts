import assert from "node:assert/strict";
import { AbandonedChanges, type AskedPanel } from "../../../src/actions/abandonedChanges.ts";
import type { ActionInput } from "../../../src/resources/resource.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { inspectAbandoned } from "../../../src/deployments/abandonedDeployment.ts";
import { procedureInspector, type InspectionCode } from "../../../src/product/procedureInspector.ts";
import { inspectAbandonedFile } from "../../../src/serverFiles/window/changeFiles.ts";
import { requestKey } from "../../../src/siteForm/plannedSite.ts";
import { findAbandonedSite } from "../../../src/siteForm/creation/abandonedSite.ts";
import { plain, SitePanel } from "../../fakes/sitePanel.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

const code: InspectionCode = {
  deployments: async () => ({ inspectAbandoned }),
  files: async () => ({ inspectAbandonedFile }),
  sites: async () => ({ findAbandonedSite }),
};

const gone: InspectionCode = {
  deployments: async () => Promise.reject(new Error("Cannot find module")),
  files: async () => Promise.reject(new Error("Cannot find module")),
  sites: async () => Promise.reject(new Error("Cannot find module")),
};

/** A window that looks at what one has left that died after it had begun a change. */
async function afterDeath(request: Omit<ActionRequest, "panel" | "row">, before: unknown) {
  const server = new SitePanel();
  const panel: AskedPanel = server.fixture.request.panel;
  const clock = new SteppedClock();
  const shared = { root: "/data", files: server.files };
  // its claim is not renewed any more
  const dead = new TargetClaims({ ...shared, clock: new SteppedClock() });
  const claim = await dead.claim({ ...request, panel, row: undefined }, new AbortController().signal);
  await claim?.begin("sending", before, 0);
  const told: Outcome[] = [];
  const defects: unknown[] = [];
  const inspection = { ...code };
  const options = {
    clock,
    claims: new TargetClaims({ ...shared, clock }),
    waitMs: () => 10_000,
    onDefect: (error: unknown) => void defects.push(error),
  };
  const abandoned = new AbandonedChanges({
    ...options,
    panelOf: () => panel,
    inspectProcedure: procedureInspector(options, {
      deployments: async () => inspection.deployments(),
      files: async () => inspection.files(),
      sites: async () => inspection.sites(),
    }),
    onFinished: async () => undefined,
    show: ({ outcome }) => told.push(outcome),
  });
  return { abandoned, clock, server, told, defects, inspection, left: async () => (await dead.journal.list()).length };
}

const target = { key: requestKey(plain), label: plain.domain };
const asked = { domain: plain.domain, port: plain.port };

describe("procedureInspector", () => {
  for (const [version, input, before] of [
    ["this version", { site: asked }, { highest: 1 }],
    ["an earlier version", undefined, { ...asked, highest: 1 }],
  ] as const satisfies readonly (readonly [string, ActionInput | undefined, unknown])[])
    it(`looks for a website whose creation ${version} has begun`, async () => {
      const request = { kind: "site", verb: "create", target, ...(input && { input }) } as const;
      const { abandoned, clock, server, told } = await afterDeath(request, before);
      await server.fixture.request.panel.callFor(new AbortController().signal)("site.create", {
        ...plain,
        additionalDomains: [],
      });
      abandoned.look();
      await clock.pass(600_000);
      assert.partialDeepStrictEqual(told, [{ kind: "done", why: "abandoned", site: { id: 11 } }]);
      await abandoned.dispose();
    });

  for (const request of [
    { kind: "site", verb: "create", target, input: { site: asked } },
    { kind: "site", verb: "deploy", target },
    { kind: "file", verb: "upload", target: { key: "/www/a", label: "a" } },
  ] as const satisfies readonly Omit<ActionRequest, "panel" | "row">[])
    it(`looks again where its code for ${request.kind}.${request.verb} could not be loaded`, async () => {
      const { abandoned, clock, told, defects, inspection, left } = await afterDeath(request, {});
      Object.assign(inspection, gone);
      abandoned.look();
      await clock.pass(600_000);
      assert.deepEqual([told, await left()], [[], 1]);
      // reported once, however often it is tried
      assert.deepEqual(defects.map(String), ["Error: Cannot find module"]);
      Object.assign(inspection, code);
      await clock.pass(600_000);
      assert.deepEqual([told.length, await left()], [1, 0]);
      await abandoned.dispose();
    });

  it("tells after a day that the end is not known, and not that anybody has canceled it", async () => {
    const request = { kind: "site", verb: "deploy", target } as const;
    const { abandoned, clock, told, inspection, left } = await afterDeath(request, {});
    Object.assign(inspection, gone);
    abandoned.look();
    await clock.pass(90_000_000);
    assert.deepEqual(told, [{ kind: "uncertain", cause: undefined, why: "abandoned", evidence: undefined }]);
    assert.equal(await left(), 0);
    await abandoned.dispose();
  });
});
