import assert from "node:assert/strict";
import type { PlannedSite } from "../../../../src/siteForm/plannedSite.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { plain, SitePanel } from "../../../fakes/sitePanel.ts";

const site: PlannedSite = {
  ...plain,
  port: 8080,
  additionalDomains: ["www.example.com", "api.example.com:81", "*.example.com"],
};

const main = { name: "new.example.com", port: 8080 };
const www = { name: "www.example.com", port: 80 };
const api = { name: "API.example.com", port: 81 };
const wildcard = { name: "*.example.com", port: undefined };

async function missingOf(panel: SitePanel): Promise<readonly string[]> {
  const creation = await panel.create(site);
  assert.ok(creation.kind === "done" && creation.site, creation.kind);
  return creation.site.missingDomains;
}

describe("createSite with additional domains", () => {
  it("reports no missing domain if all are listed", async () => {
    const panel = new SitePanel();
    panel.domains = () => [wildcard, api, www, main];
    assert.deepEqual(await missingOf(panel), []);
  });

  it("reports domains that the panel skipped", async () => {
    const panel = new SitePanel();
    panel.domains = () => [main, { ...api, port: 80 }, wildcard];
    assert.deepEqual(await missingOf(panel), ["www.example.com", "api.example.com:81"]);
  });

  it("reports skipped domains even without an answer", async () => {
    const panel = new SitePanel();
    panel.answer = failing({ kind: "page", status: 404 });
    panel.domains = () => [main, www];
    assert.deepEqual(await missingOf(panel), ["api.example.com:81", "*.example.com"]);
  });

  it("reports nothing if the list is unreadable or belongs to another site", async () => {
    const panel = new SitePanel();
    panel.domains = failing({ kind: "page", status: 404 });
    assert.deepEqual(await missingOf(panel), []);
    const other = new SitePanel();
    other.domains = () => [{ name: "old.example.com", port: 80 }];
    assert.deepEqual(await missingOf(other), []);
  });
});
