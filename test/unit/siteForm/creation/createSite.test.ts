import assert from "node:assert/strict";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import type { GuardLevel } from "../../../../src/panels/guardLevel.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { memoryFiles } from "../../../fakes/memoryFiles.ts";
import { full, plain, rowOf, SitePanel, TAKEN } from "../../../fakes/sitePanel.ts";

const lost: PanelFailure = { kind: "uncertain", cause: { kind: "timeout", afterMs: 120_000 } };

describe("createSite", () => {
  it("reports a site that the panel confirms and lists", async () => {
    const panel = new SitePanel();
    assert.deepEqual(await panel.create(), {
      kind: "done",
      evidence: { name: "id", value: "11" },
      site: {
        id: 11,
        name: "new.example.com",
        ftp: "notAsked",
        database: "notAsked",
        git: "notAsked",
        missingDomains: [],
        credentials: [],
      },
    });
    assert.equal(panel.fixture.calls.count("site.domains"), 0);
    assert.deepEqual(panel.recorded, [["create", "site", "new.example.com", "done"]]);
  });

  it("reports parts that were not created and omits their credentials", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => ({
      id,
      ftp: true,
      database: false,
      git: false,
      credentials: {
        ftpUser: "new",
        ftpPass: "Ftp-Secret-1",
        databaseName: undefined,
        databaseUser: "new",
        databasePass: "Db-Secret-12",
      },
    });
    const creation = await panel.create(full);
    assert.ok(creation.kind === "done" && creation.site);
    assert.deepEqual([creation.site.ftp, creation.site.database], ["created", "failed"]);
    assert.deepEqual(creation.site.credentials, [
      { name: "ftpUser", value: "new" },
      { name: "ftpPassword", value: "Ftp-Secret-1" },
    ]);
  });

  it("reports parts that are missing from the answer as unknown", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => ({ id, ftp: undefined, database: undefined, git: undefined, credentials: undefined });
    const creation = await panel.create(full);
    assert.ok(creation.kind === "done" && creation.site);
    assert.deepEqual([creation.site.ftp, creation.site.database], ["unknown", "unknown"]);
    assert.equal(creation.site.credentials.length, 5);
  });

  it("finds the second site with a domain by its suffixed name", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.answer = failing({ kind: "page", status: 404 });
    const creation = await panel.create({ ...plain, port: 8080 });
    assert.ok(creation.kind === "done" && creation.site);
    assert.equal(creation.site.name, "new.example.com_8080");
  });

  it("does not confirm a site that the panel reports and does not list", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => {
      panel.sites.pop();
      return { id, ftp: false, database: false, git: false, credentials: undefined };
    };
    assert.partialDeepStrictEqual(await panel.create(), { kind: "sent", why: "timedOut" });
    assert.deepEqual(panel.recorded.at(-1)?.at(-1), "sent");
  });

  it("does not call a site unlisted that may be the one whose domains cannot be read", async () => {
    const panel = new SitePanel();
    panel.domains = failing({ kind: "timeout", afterMs: 1 });
    panel.answer = () => ({ id: undefined, ftp: false, database: false, git: false, credentials: undefined });
    assert.partialDeepStrictEqual(await panel.create(), { kind: "sent", why: "timedOut", evidence: undefined });
  });

  it("trusts the answer if the list cannot be read afterwards", async () => {
    const panel = new SitePanel();
    panel.answer = (id) => {
      panel.list = failing({ kind: "timeout", afterMs: 1 });
      return { id, ftp: false, database: false, git: false, credentials: undefined };
    };
    const creation = await panel.create();
    assert.ok(creation.kind === "done" && creation.site);
    assert.deepEqual([creation.site.id, creation.site.name], [11, "new.example.com"]);
  });

  for (const [what, again] of [
    ["the list cannot be read again", failing({ kind: "page", status: 502 })],
    ["rows of the next list cannot be read", (panel) => void (panel.sites[1] = { ...rowOf(9, "x"), id: undefined })],
  ] as const satisfies readonly (readonly [string, (panel: SitePanel) => void])[])
    it(`does not confirm a site that was not listed where ${what}`, async () => {
      const panel = new SitePanel();
      let readings = 0;
      panel.answer = (id) => {
        panel.sites.pop();
        panel.list = () => {
          readings += 1;
          if (readings > 1) again(panel);
        };
        return { id, ftp: false, database: false, git: false, credentials: undefined };
      };
      assert.partialDeepStrictEqual(await panel.create(), { kind: "sent", why: "timedOut", evidence: undefined });
      assert.ok(readings > 1);
    });

  for (const failure of [
    lost,
    { kind: "page", status: 404 },
    { kind: "malformed", fields: ["(whole)"] },
  ] as const satisfies readonly PanelFailure[]) {
    const cause = failure.kind === "uncertain" ? failure.cause : failure;

    it(`finds the site without an answer: ${cause.kind}`, async () => {
      const panel = new SitePanel();
      panel.answer = failing(failure);
      const creation = await panel.create(full);
      assert.ok(creation.kind === "done" && creation.site);
      assert.deepEqual(creation.cause, cause);
      assert.deepEqual([creation.site.id, creation.site.ftp, creation.site.database], [11, "unknown", "unknown"]);
      assert.equal(panel.sent, 1);
    });

    it(`does not find the site without an answer: ${cause.kind}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      const creation = await panel.create();
      // silence proves nothing, however long the panel does not list it
      assert.partialDeepStrictEqual(
        creation,
        failure.kind === "uncertain"
          ? { kind: "uncertain", cause, why: "notListed" }
          : { kind: "failed", failure: cause, isUnlisted: true },
      );
      assert.equal(panel.sent, 1);
      assert.equal(panel.fixture.finished.at(-1)?.outcome, creation, "the activity says the same");
    });

    it(`is uncertain if the search fails: ${cause.kind}`, async () => {
      const panel = new SitePanel();
      panel.before = () => {
        panel.list = failing({ kind: "network", code: "ECONNREFUSED" });
        throw new PanelError(failure);
      };
      assert.partialDeepStrictEqual(await panel.create(), { kind: "uncertain", cause });
      assert.equal(panel.sent, 1);
    });
  }

  it("does not conclude absence from a single empty list", async () => {
    const panel = new SitePanel();
    panel.answer = failing({ kind: "page", status: 404 });
    let readings = 0;
    panel.list = () => {
      const listed = panel.sent === 0 || ++readings > 1;
      panel.total = listed ? undefined : 0;
      panel.pageSize = listed ? 200 : 0;
    };
    assert.equal((await panel.create()).kind, "done");
  });

  it("does not take one empty list after the answer for the panel's", async () => {
    const panel = new SitePanel();
    let readings = 0;
    panel.list = () => {
      const listed = panel.sent === 0 || ++readings > 1;
      panel.total = listed ? undefined : 0;
      panel.pageSize = listed ? 200 : 0;
    };
    assert.partialDeepStrictEqual(await panel.create(), { kind: "done", site: { id: 11 } });
  });

  it("does not treat a site as new because one earlier list was empty", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.before = failing({ kind: "page", status: 404 });
    let readings = 0;
    panel.list = () => {
      const listed = ++readings > 1;
      panel.total = listed ? undefined : 0;
      panel.pageSize = listed ? 200 : 0;
    };
    panel.domains = () => [{ name: plain.domain, port: plain.port }];
    assert.equal((await panel.create()).kind, "failed");
  });

  for (const failure of [
    lost,
    { kind: "tooLarge", limitBytes: 1 },
    // a gateway's, which gave up before the panel had ended
    ...[200, 302, 403, 408, 429, 499, 500, 502, 503, 504, 520, 522, 524].map(
      (status) => ({ kind: "page", status }) as const,
    ),
  ] satisfies readonly PanelFailure[]) {
    const cause = failure.kind === "uncertain" ? failure.cause : failure;
    const name = failure.kind === "page" ? `page ${failure.status}` : cause.kind;

    it(`searches until the panel has finished after ${name}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      const end = panel.fixture.clock.wallTime() + 4_000;
      panel.fixture.clock.onSlept = (time) => {
        if (time >= end && panel.sites.length === 1) panel.sites.push(rowOf(77, "new.example.com"));
      };
      const creation = await panel.create();
      assert.partialDeepStrictEqual(creation, { kind: "done", why: "unanswered", cause, site: { id: 77 } });
    });

    it(`never reports absence after ${name}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      const began = panel.fixture.clock.wallTime();
      assert.partialDeepStrictEqual(await panel.create(), { kind: "uncertain", cause, why: "notListed" });
      assert.ok(panel.fixture.clock.wallTime() - began >= 5_000, "it was looked for as long as it is waited");
      assert.deepEqual(panel.recorded.at(-1)?.at(-1), "uncertain");
    });
  }

  it("looks on where the list keeps changing while the panel may still be working on it", async () => {
    const panel = new SitePanel();
    panel.before = failing(lost);
    const { clock } = panel.fixture;
    const comesAt = clock.wallTime() + 4_000;
    panel.list = () => {
      panel.total = panel.sent > 0 && panel.sites.length === 1 ? 99 : undefined;
    };
    clock.onSlept = (time) => {
      if (time >= comesAt && panel.sites.length === 1) panel.sites.push(rowOf(77, "new.example.com"));
    };
    assert.partialDeepStrictEqual(await panel.create(), { kind: "done", why: "unanswered", site: { id: 77 } });
  });

  it("ignores an existing site with the same name", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    panel.before = failing({ kind: "page", status: 404 });
    assert.equal((await panel.create()).kind, "failed");
  });

  it("is uncertain if the earlier sites are unknown", async () => {
    const panel = new SitePanel();
    panel.list = failing({ kind: "unsupported" });
    panel.answer = () => {
      panel.list = () => undefined;
      throw new PanelError(lost);
    };
    assert.equal((await panel.create()).kind, "uncertain");
  });

  it("says that the site is there, whoever has created it, and sends nothing", async () => {
    const panel = new SitePanel();
    await panel.create();
    const there = { kind: "already", site: { id: 11, name: "new.example.com" } };
    assert.deepEqual(await panel.create(full), there);
    assert.equal(panel.sent, 1);
    assert.deepEqual(panel.recorded.at(-1), ["create", "site", "new.example.com", "already"]);
    panel.domains = ({ domain }) => [{ name: domain, port: 81 }];
    assert.equal((await panel.create({ ...plain, port: 8080 })).kind, "done", "on another port it is another one");
  });

  for (const [what, list] of [
    ["lists no such site", () => undefined],
    ["cannot be asked any more", failing({ kind: "timeout", afterMs: 1 })],
  ] as const)
    it(`returns the refusal of a panel that ${what}`, async () => {
      const panel = new SitePanel();
      const failure: PanelFailure = { kind: "rejected", message: TAKEN };
      panel.before = () => {
        panel.list = list;
        throw new PanelError(failure);
      };
      assert.deepEqual(await panel.create(), { kind: "failed", failure });
      assert.equal(panel.sites.length, 1);
    });

  it("says that the site is there where it came before the panel refused it", async () => {
    const panel = new SitePanel();
    panel.before = () => {
      panel.sites.push(rowOf(77, "new.example.com"));
      throw new PanelError({ kind: "rejected", message: TAKEN });
    };
    const site = { id: 77, name: "new.example.com" };
    assert.deepEqual(await panel.create(), { kind: "already", why: "refused", site });
  });

  for (const failure of [
    { kind: "network", code: "ECONNREFUSED" },
    { kind: "page", status: 502 },
    { kind: "page", status: 302 },
  ] as const)
    it(`sends nothing if the panel cannot be reached: ${JSON.stringify(failure)}`, async () => {
      const panel = new SitePanel();
      panel.list = failing(failure);
      assert.deepEqual(await panel.create(), { kind: "failed", failure });
      assert.equal(panel.sent, 0);
    });

  it("sends nothing to a read-only panel or after a declined confirmation", async () => {
    const panel = new SitePanel();
    panel.fixture.guardLevel = "readOnly";
    assert.deepEqual(await panel.create(), { kind: "readOnly" });
    panel.fixture.guardLevel = "typeName";
    panel.fixture.agrees = false;
    assert.deepEqual(await panel.create(), { kind: "declined" });
    assert.equal(panel.fixture.asked.length, 1);
    assert.equal(panel.fixture.asked[0]?.targets[0]?.target.label, "new.example.com");
    assert.deepEqual(panel.fixture.calls.made, []);
    assert.deepEqual(panel.recorded, []);
  });

  it("sends nothing if it is cancelled in time", async () => {
    const panel = new SitePanel();
    assert.deepEqual(await panel.create(plain, AbortSignal.abort()), {
      kind: "failed",
      failure: { kind: "cancelled" },
    });
    assert.equal(panel.sent, 0);
  });

  it("returns the known state when the wait is cancelled", async () => {
    const panel = new SitePanel();
    const stop = new AbortController();
    panel.before = () => {
      stop.abort();
      throw new PanelError({ kind: "uncertain", cause: { kind: "cancelled" } });
    };
    assert.equal((await panel.create(plain, stop.signal)).kind, "uncertain");
    assert.equal(panel.sent, 1);
  });

  it("looks once more when the wait is cancelled", async () => {
    const panel = new SitePanel();
    const stop = new AbortController();
    panel.answer = () => {
      stop.abort();
      throw new PanelError({ kind: "uncertain", cause: { kind: "cancelled" } });
    };
    assert.partialDeepStrictEqual(await panel.create(plain, stop.signal), {
      kind: "done",
      why: "unanswered",
      site: { id: 11 },
    });
  });

  it("does not report an unsent request after a defect", async () => {
    const panel = new SitePanel();
    const defect = new TypeError("defect");
    panel.answer = () => {
      throw defect;
    };
    assert.partialDeepStrictEqual(await panel.create(), { kind: "uncertain", cause: { kind: "defect" } });
    assert.deepEqual(panel.fixture.defects, [defect]);
    assert.deepEqual(panel.recorded.at(-1)?.at(-1), "uncertain");
    panel.answer = (id) => ({ id, ftp: false, database: false, git: false, credentials: undefined });
    assert.equal((await panel.create()).kind, "already", "whoever tries again finds it");
    assert.equal(panel.sent, 1);
  });

  it("sends nothing if another window made the panel read-only during the confirmation", async () => {
    const panel = new SitePanel();
    const { request, runner } = panel.fixture;
    const record = { ...request.panel, guardLevel: "typeName" as GuardLevel };
    const asking = Promise.withResolvers<boolean>();
    panel.fixture.agrees = asking.promise;
    const creation = panel.create(plain, undefined, { runner, panel: record });
    record.guardLevel = "readOnly";
    asking.resolve(true);
    assert.deepEqual(await creation, { kind: "readOnly" });
    assert.deepEqual([panel.sent, panel.recorded], [0, []]);
  });

  it("shows no progress notification", async () => {
    const panel = new SitePanel();
    await panel.create();
    assert.deepEqual(panel.fixture.shown, []);
  });

  it("reports a storage error", async () => {
    const panel = new SitePanel();
    const create = async () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const { runner } = panel.window(undefined, { ...memoryFiles(), create });
    const creation = await panel.create(plain, undefined, { runner });
    assert.deepEqual(creation, { kind: "failed", failure: { kind: "storage", problem: "fileFailed", code: "ENOSPC" } });
    assert.equal(panel.sent, 0);
  });
});
