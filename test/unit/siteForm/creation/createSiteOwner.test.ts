import assert from "node:assert/strict";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { full, plain, rowOf, SitePanel } from "../../../fakes/sitePanel.ts";

const page: PanelFailure = { kind: "page", status: 404 };
const bare = () => ({ id: undefined, ftp: true, database: true, git: false, credentials: undefined });

describe("createSite beside other sites", () => {
  it("does not claim an old site with the domain if the earlier sites are unknown", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.list = failing(page);
    panel.domains = ({ domain, port }, id) => [{ name: domain, port: id === 2 ? 8080 : port }];
    panel.answer = () => {
      panel.list = () => undefined;
      panel.sites.pop();
      return bare();
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "sent", why: "timedOut" });
  });

  it("does not claim an old site with the domain and port if the answer has no id", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.answer = () => {
      panel.sites.pop();
      return bare();
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "sent", why: "timedOut" });
  });

  it("predicts the suffixed name if the domain was used and the list is unreadable", async () => {
    for (const [old, name] of [
      ["new.example.com", "new.example.com_80"],
      ["other.example.com", "new.example.com"],
    ] as const) {
      const panel = new SitePanel();
      panel.sites.push(rowOf(2, old));
      panel.answer = () => {
        panel.list = failing(page);
        return bare();
      };
      assert.partialDeepStrictEqual(await panel.create(full), { kind: "done", site: { id: undefined, name } });
    }
  });

  it("does not claim an old site that was missing from the earlier pages", async () => {
    const panel = new SitePanel();
    panel.total = 2;
    panel.before = () => {
      panel.total = undefined;
      panel.sites.push(rowOf(2, "new.example.com"));
      throw new PanelError(page);
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "uncertain", cause: page });
  });

  it("trusts the answer if some rows of the list are unreadable", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => {
      panel.sites.pop();
      panel.sites.push({ ...rowOf(id, "x"), id: undefined });
      return { ...bare(), id };
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "done", site: { id: 11 } });
  });

  it("does not report absence if some rows of the list are unreadable", async () => {
    const panel = new SitePanel();
    panel.before = failing(page);
    panel.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "uncertain" });
  });

  it("does not report absence if the list changes while it is read", async () => {
    const panel = new SitePanel();
    for (const id of [2, 3, 4]) panel.sites.push(rowOf(id, "other.example.com"));
    panel.before = () => {
      // each page is of another list
      panel.list = () => void panel.sites.unshift(rowOf(100 + panel.sites.length, "other.example.com"));
      panel.pageSize = 2;
      throw new PanelError(page);
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "uncertain" });
  });

  it("finds the site by domain and port if the answer has no id", async () => {
    const panel = new SitePanel();
    panel.list = failing(page);
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.domains = ({ domain, port }, id) => [{ name: domain, port: id === 2 ? 8080 : port }];
    panel.answer = () => {
      panel.list = () => undefined;
      return bare();
    };
    const creation = await panel.create(full);
    assert.ok(creation.kind === "done" && creation.site);
    assert.deepEqual([creation.site.id, creation.site.name], [12, "new.example.com_80"]);
  });

  it("returns no id if neither the answer nor the list has one", async () => {
    const panel = new SitePanel();
    panel.list = failing(page);
    panel.answer = bare;
    const creation = await panel.create(full);
    assert.ok(creation.kind === "done" && creation.site);
    assert.equal(creation.site.id, undefined);
  });

  it("does not claim a new site with the domain on another port", async () => {
    const panel = new SitePanel();
    panel.before = () => {
      panel.sites.push(rowOf(50, "new.example.com"));
      throw new PanelError(page);
    };
    panel.domains = ({ domain }) => [{ name: domain, port: 8081 }];
    const creation = await panel.create(full);
    assert.partialDeepStrictEqual(creation, { kind: "uncertain", cause: page });
    assert.ok(!("site" in creation));
  });

  it("does not claim a site with unreadable domains", async () => {
    const panel = new SitePanel();
    panel.answer = failing(page);
    panel.domains = failing({ kind: "unsupported" });
    assert.equal((await panel.create(plain)).kind, "uncertain");
  });
});
