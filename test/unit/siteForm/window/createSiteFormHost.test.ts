import assert from "node:assert/strict";
import type { CalledBy } from "../../../../src/connection/lockoutGuard.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { PlannedSite } from "../../../../src/siteForm/plannedSite.ts";
import { creationOf } from "../../../../src/siteForm/creation/createSite.ts";
import type { SiteFormHost } from "../../../../src/siteForm/window/siteFormSession.ts";
import { groupNodeId, itemNodeId } from "../../../../src/tree/treeNodes.ts";
import { createSiteFormHost, type SiteFormServices } from "../../../../src/siteForm/window/createSiteFormHost.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import type { ParamsOf, ResultOf } from "../../../../src/wire/operations/operations.ts";
import type { Account } from "../../../../src/wire/operations/accounts.ts";
import { CommandFixture, KEY } from "../../../fakes/commandFixture.ts";
import { failing, type Handlers } from "../../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../../fakes/rows.ts";
import { full, plain, rowOf } from "../../../fakes/sitePanel.ts";
import { settled } from "../../../fakes/steppedClock.ts";
import { until } from "../../../fakes/storageFixture.ts";

const LOST: PanelFailure = { kind: "network", code: "ECONNRESET" };
const accountRow = (id: number, name: string, user?: string): Account => ({ id, site: 0, name, user, server: 0 });
const NO_ACCOUNTS = { "site.ftpUsers": () => listOf([]), "site.databases": () => listOf([]) } satisfies Handlers;
const NO_PARTS = { ftp: false, database: false, git: false, credentials: undefined };

describe("the host of a site form", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let isTreeVisible: boolean;
  let reveals: unknown[];
  let wentOn: unknown[];
  let obstaclesShown: unknown[];
  let askedBy: CalledBy[];
  let recorded: unknown[];
  /** What the panel does with AddSite. */
  let add: (params: ParamsOf<"site.create">) => ResultOf<"site.create">;
  const sites = [rowOf(1, "old.example.com")];

  const isSent = () => window.calls(panel.id).count("site.create");

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    obstaclesShown = [];
    sites.splice(1);
    isTreeVisible = true;
    reveals = [];
    wentOn = [];
    askedBy = [];
    recorded = [];
    add = ({ domain }) => {
      sites.push(rowOf(12, domain));
      return { id: 12, ...NO_PARTS };
    };
    window.handlers = {
      "site.list": () => listOf(sites),
      "site.domains": () => listOf([{ name: plain.domain, port: 80 }]),
      "site.create": (params) => add(params),
      "site.phpVersions": () => listOf([]),
      "site.types": () => listOf([]),
      ...NO_ACCOUNTS,
    } satisfies Handlers;
  });

  afterEach(async () => {
    await window.dispose();
  });

  function open(changes: Partial<SiteFormServices> = {}): SiteFormHost {
    const { services } = window;
    const formServices: SiteFormServices = {
      ...services,
      connections: {
        of(record) {
          const connection = services.connections.of(record);
          return {
            ...connection,
            callFor(signal, by = "user") {
              askedBy.push(by);
              return connection.callFor(signal, by);
            },
          };
        },
      },
      reveal: async (id, options) => void reveals.push([id, options]),
      goOn: async (...given) => void wentOn.push(given),
      isTreeVisible: () => isTreeVisible,
      recordAbandoned: async (on, { domain }, { kind }) => void recorded.push([on.id, domain, kind]),
      claims: window.claims,
      removeObstacle: async (_panel, obstacle) => void obstaclesShown.push(obstacle),
      ...changes,
    };
    const host = createSiteFormHost(formServices, panel.id);
    assert.ok(host);
    return host;
  }

  async function submit(host: SiteFormHost, site: PlannedSite = plain, phases: string[] = []) {
    const { signal } = new AbortController();
    return host.submit({ site, signal, onPhase: (phase) => phases.push(phase) });
  }

  it("returns the current panel, or its last state after removal", async () => {
    const host = open();
    assert.deepEqual(host.panel, { id: panel.id, name: "Shop", address: panel.address });
    await window.services.store.update(panel.id, { name: "Other", guardLevel: "readOnly" });
    assert.deepEqual([host.panel.name, host.panel.obstacle], ["Other", "readOnly"]);
    await host.removeObstacle();
    await window.services.store.remove(panel.id);
    assert.deepEqual([host.panel.name, host.panel.obstacle], ["Other", "removed"]);
    // there is nothing to be edited
    await host.removeObstacle();
    assert.deepEqual(obstaclesShown, ["readOnly"]);
  });

  it("looks up hosts in the loaded list without calling the panel", async () => {
    const host = open();
    assert.deepEqual(host.listed(["old.example.com"], ""), { names: [], atRoot: undefined, isOneADomain: false });
    await window.items(panel, "site");
    const asked = window.calls(panel.id).made.length;
    assert.deepEqual(host.listed(["www.old.example.com"], "").names, ["old.example.com"]);
    window.editions.set(panel.id, "aapanel");
    assert.equal(host.listed([], "").isOneADomain, true);
    assert.equal(window.calls(panel.id).made.length, asked);
  });

  it("reports a missing API key until a new one is stored", async () => {
    const host = open();
    window.handlers = {
      "site.phpVersions": failing({ kind: "keyNeeded" }),
      "site.types": failing({ kind: "keyNeeded" }),
      ...NO_ACCOUNTS,
    };
    const choices = await host.loadChoices(new AbortController().signal);
    assert.equal(choices.problem, undefined);
    assert.equal(host.panel.obstacle, "keyNeeded");
    await host.removeObstacle();
    assert.deepEqual(obstaclesShown, ["keyNeeded"]);
    await window.services.store.update(panel.id, {}, { apiKey: KEY });
    assert.equal(host.panel.obstacle, undefined);
  });

  describe("asked for choices", () => {
    const { signal } = new AbortController();

    it("offers static and installed versions without duplicates, and selectable categories", async () => {
      const version = (code: string | undefined, installed?: boolean) => ({ code, installed, name: undefined });
      window.handlers = {
        "site.phpVersions": () =>
          listOf([
            version("00"),
            version("82", true),
            version("82"),
            version("74", false),
            version("other"),
            version(undefined),
          ]),
        "site.types": () =>
          listOf([
            { id: -1, name: "all" },
            { id: 0, name: "<b>default</b>" },
            { id: undefined, name: "no" },
          ]),
        "site.ftpUsers": () => listOf([accountRow(1, "shop")]),
        "site.databases": () => listOf([accountRow(1, "orders", "orders_user"), accountRow(2, "shop", "shop")]),
      };
      const choices = await open().loadChoices(signal);
      assert.deepEqual(choices.phpVersions, ["00", "82"]);
      assert.deepEqual(
        choices.categories?.map(({ id }) => id),
        [0],
      );
      assert.doesNotMatch(choices.categories?.[0]?.name ?? "<", /</);
      assert.equal(choices.problem, undefined);
      assert.deepEqual(choices.accountNames, ["shop", "orders", "orders_user"]);
      assert.deepEqual(askedBy, ["automatic"]);
    });

    it("has no names of accounts if not all can be read", async () => {
      window.handlers = {
        ...window.handlers,
        "site.databases": () => ({
          ...listOf([accountRow(1, "orders")]),
          unreadable: [{ index: 1, fields: ["name"] }],
        }),
      };
      const choices = await open().loadChoices(signal);
      assert.deepEqual([choices.accountNames, choices.problem], [undefined, undefined]);
    });

    it("omits unsupported choices silently and explains other missing ones", async () => {
      const secret = "Very-Secret-Word";
      window.redactor.add(secret);
      window.handlers = {
        "site.phpVersions": failing({ kind: "unsupported" }),
        "site.types": failing({ kind: "rejected", message: `not for ${secret}` }),
        ...NO_ACCOUNTS,
      };
      const { phpVersions, categories, problem } = await open().loadChoices(signal);
      assert.deepEqual([phpVersions, categories], [undefined, undefined]);
      assert.match(problem ?? "", /not for/);
      assert.doesNotMatch(problem ?? "", /Very-Secret/);
      window.handlers = {
        "site.phpVersions": failing({ kind: "unsupported" }),
        "site.types": () => listOf([]),
        ...NO_ACCOUNTS,
      };
      assert.equal((await open().loadChoices(signal)).problem, undefined);
    });

    it("logs a defect and does not call a removed panel", async () => {
      window.handlers = { "site.types": () => listOf([]), ...NO_ACCOUNTS };
      const { problem } = await open().loadChoices(signal);
      assert.notEqual(problem, undefined);
      assert.match(window.log.lines.splice(0).join("\n"), /the test has no site\.phpVersions/);
      const host = open();
      await window.services.store.remove(panel.id);
      const asked = window.calls(panel.id).made.length;
      assert.deepEqual(await host.loadChoices(signal), {});
      assert.equal(window.calls(panel.id).made.length, asked);
    });
  });

  describe("given a site", () => {
    it("creates it and reveals it without taking the focus", async () => {
      const phases: string[] = [];
      const outcome = await submit(open(), plain, phases);
      assert.ok(outcome.kind === "created", JSON.stringify(outcome));
      assert.deepEqual([outcome.site.id, outcome.site.name, isSent()], [12, plain.domain, 1]);
      assert.deepEqual(phases, ["sending"]);
      await until(() => reveals.length > 0);
      assert.deepEqual(reveals, [[itemNodeId(panel.id, "site", "12"), { expand: false, focus: false }]]);
    });

    it("does not change the side bar if the tree is hidden", async () => {
      isTreeVisible = false;
      const host = open();
      await submit(host);
      const asked = window.calls(panel.id).count("site.list");
      await host.reveal({ id: 12, name: plain.domain });
      assert.equal(reveals.length, 1);
      assert.equal(window.calls(panel.id).count("site.list"), asked + 1);
    });

    it("does not reveal a site that a filter hides", async () => {
      await window.items(panel, "site");
      window.services.tree.setFilter(groupNodeId(panel.id, "site"), { kind: "text", text: "old" });
      await submit(open());
      await settled();
      assert.deepEqual(reveals, []);
    });

    it("sends nothing to a removed panel", async () => {
      const host = open();
      await window.services.store.remove(panel.id);
      const gone = await submit(host);
      assert.ok(gone.kind === "notSent");
      assert.match(gone.title, /was removed/);
      assert.equal(isSent(), 0);
    });

    it("masks what is known as secret in the reason", async () => {
      window.redactor.add("Very-Secret-Word");
      add = failing({ kind: "rejected", message: "Very-Secret-Word is too weak" });
      const outcome = await submit(open(), full);
      assert.ok(outcome.kind === "notCreated");
      assert.match(outcome.reason ?? "", /\*{3} is too weak/);
    });

    it("does not mask names in the reason, even if a password is equal", async () => {
      window.redactor.add(plain.domain);
      add = failing({ kind: "rejected", message: `${plain.domain} exists` });
      const outcome = await submit(open(), { ...plain, ftp: { user: "new", password: plain.domain } });
      assert.ok(outcome.kind === "notCreated");
      assert.match(outcome.reason ?? "", /new\.example\.com exists/);
    });

    it("looks before it sends again what got no answer, and says that it is there", async () => {
      add = ({ domain }) => {
        sites.push(rowOf(12, domain));
        throw new PanelError({ kind: "uncertain", cause: LOST });
      };
      const first = await submit(open(), full);
      assert.ok(first.kind === "partly", JSON.stringify(first));
      // the answer that was lost would have had what the form sent
      assert.deepEqual(
        first.site.credentials.map(({ value }) => value),
        ["new", "Ftp-Secret-1", "new", "new", "Db-Secret-12"],
      );
      const again = await submit(open(), full);
      assert.ok(again.kind === "existed");
      assert.deepEqual([again.reason, again.site.id, isSent()], ["Nothing was sent.", 12, 1]);
      assert.deepEqual(again.warnings, ["Whether it has your FTP user and your database was not checked."]);
    });

    it("records the end of a creation by a window that is gone", async () => {
      const on = window.services.connections.of(panel);
      const claim = await window.claims.claim(creationOf(plain, on), new AbortController().signal);
      await claim?.begin("sending", { highest: 1 }, 0);
      await claim?.release(false);
      await window.clock.pass(200_000);
      assert.equal((await submit(open())).kind, "created");
      assert.deepEqual(recorded, [[panel.id, plain.domain, "uncertain"]]);
    });
  });

  describe("asked to reveal", () => {
    const group = () => groupNodeId(panel.id, "site");

    it("reveals a site by id and removes the filter", async () => {
      await window.items(panel, "site");
      window.services.tree.setFilter(group(), { kind: "text", text: "nothing" });
      sites.push(siteRow({ id: 12, name: plain.domain }));
      await open().reveal({ id: 12, name: plain.domain });
      assert.deepEqual(reveals, [[itemNodeId(panel.id, "site", "12"), { expand: false, focus: true }]]);
    });

    it("reveals a new site although its group shows search results", async () => {
      window.handlers = { "site.list": ({ search }) => listOf(search === undefined ? sites : []) } satisfies Handlers;
      await window.items(panel, "site");
      const filter = { kind: "text", text: "nothing", serverSearch: true } as const;
      window.services.tree.setFilter(group(), filter, { kind: "site", page: listOf([], 0) });
      sites.push(siteRow({ id: 12, name: plain.domain }));
      await open().reveal({ id: 12, name: plain.domain });
      assert.deepEqual(reveals, [[itemNodeId(panel.id, "site", "12"), { expand: false, focus: true }]]);
    });

    it("goes on with a site that is listed, and with no other", async () => {
      sites.push(siteRow({ id: 12, name: plain.domain }));
      const host = open();
      await host.goOn({ id: 12, name: plain.domain }, "deploy");
      await host.goOn({ id: 99, name: "gone.example.com" }, "openFiles");
      await host.goOn({ id: undefined, name: plain.domain }, "openFiles");
      assert.deepEqual(wentOn, [[itemNodeId(panel.id, "site", "12"), "deploy"]]);
    });

    it("reveals the group if the site has no id or is not listed", async () => {
      const host = open();
      await host.reveal({ id: undefined, name: "old.example.com" });
      await host.reveal({ id: 99, name: "gone.example.com" });
      assert.deepEqual(reveals, [
        [group(), { expand: true }],
        [group(), { expand: true }],
      ]);
    });
  });

  it("notifies about an outcome of a closed form, without masking names", async () => {
    const { messages } = await window.answering([], async () => {
      const host = open();
      host.onUnseen();
      await submit(host);
      host.onUnseen();
    });
    assert.equal(messages.length, 1);
    assert.match(messages[0]?.message ?? "", /new\.example\.com.*Shop/);
    assert.deepEqual(messages[0]?.names, [plain.domain, plain.domain, "Shop"]);
  });
});
