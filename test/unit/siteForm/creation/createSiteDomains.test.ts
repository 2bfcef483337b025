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

describe("createSite and the additional domains", () => {
  it("finds all that the panel lists", async () => {
    const panel = new SitePanel();
    panel.domains = () => [wildcard, api, www, main];
    assert.deepEqual(await missingOf(panel), []);
  });

  it("names those that the panel left out", async () => {
    const panel = new SitePanel();
    panel.domains = () => [main, { ...api, port: 80 }, wildcard];
    assert.deepEqual(await missingOf(panel), ["www.example.com", "api.example.com:81"]);
  });

  it("names them also where the answer was lost", async () => {
    const panel = new SitePanel();
    panel.answer = failing({ kind: "page", status: 404 });
    panel.domains = () => [main, www];
    assert.deepEqual(await missingOf(panel), ["api.example.com:81", "*.example.com"]);
  });

  it("claims nothing where the list cannot be read, or is not the site's", async () => {
    const panel = new SitePanel();
    panel.domains = failing({ kind: "page", status: 404 });
    assert.deepEqual(await missingOf(panel), []);
    const other = new SitePanel();
    other.domains = () => [{ name: "old.example.com", port: 80 }];
    assert.deepEqual(await missingOf(other), []);
  });
});
