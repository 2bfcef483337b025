import assert from "node:assert/strict";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { full, plain, rowOf, SitePanel } from "../../../fakes/sitePanel.ts";

const page: PanelFailure = { kind: "page", status: 404 };
const bare = () => ({ id: undefined, ftp: true, database: true, git: false, credentials: undefined });

describe("createSite and the sites of others", () => {
  it("does not take an old site of the domain for its own where nobody knows what was there before", async () => {
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

  it("does not take an old site of the domain and port for its own where the answer has no id", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.answer = () => {
      panel.sites.pop();
      return bare();
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "sent", why: "timedOut" });
  });

  it("is called by domain and port where there was another one of the domain and the list cannot be read", async () => {
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

  it("does not take an old site for its own that was on no page of the list before", async () => {
    const panel = new SitePanel();
    panel.total = 2;
    panel.before = () => {
      panel.total = undefined;
      panel.sites.push(rowOf(2, "new.example.com"));
      throw new PanelError(page);
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "uncertain", cause: page });
  });

  it("believes the panel's word where not every row of its list can be read", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => {
      panel.sites.pop();
      panel.sites.push({ ...rowOf(id, "x"), id: undefined });
      return { ...bare(), id };
    };
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "done", site: { id: 11 } });
  });

  it("does not say that nothing was created where not every row of the list can be read", async () => {
    const panel = new SitePanel();
    panel.before = failing(page);
    panel.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await panel.create(full), { kind: "uncertain" });
  });

  it("does not say that nothing was created where sites move while they are read", async () => {
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

  it("finds its own by domain and port where the answer has no id", async () => {
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

  it("names no id where neither answer nor list has one", async () => {
    const panel = new SitePanel();
    panel.list = failing(page);
    panel.answer = bare;
    const creation = await panel.create(full);
    assert.ok(creation.kind === "done" && creation.site);
    assert.equal(creation.site.id, undefined);
  });

  it("does not take another port's site of the domain, which appeared meanwhile, for its own", async () => {
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

  it("claims no site whose domains cannot be read", async () => {
    const panel = new SitePanel();
    panel.answer = failing(page);
    panel.domains = failing({ kind: "unsupported" });
    assert.equal((await panel.create(plain)).kind, "uncertain");
  });
});
