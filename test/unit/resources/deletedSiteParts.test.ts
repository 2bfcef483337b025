import assert from "node:assert/strict";
import type { PartKind } from "../../../src/resources/resource.ts";
import { siteParts } from "../../../src/resources/deletedSiteParts.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import type { Account } from "../../../src/wire/operations/accounts.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf, siteRow } from "../../fakes/rows.ts";

const SHOP = siteRow({ id: 7, name: "shop.example.com", root: "/www/wwwroot/shop", type: "PHP" });

const account = (id: number, site: number, name: string, more: Partial<Account> = {}): Account => ({
  id,
  site,
  name,
  user: undefined,
  server: undefined,
  ...more,
});

/** A panel with sites with these roots, besides the shop, and with these files. */
function panelWith(
  roots: Readonly<Record<string, string>>,
  present: readonly string[] = ["/www/wwwroot/shop"],
): Handlers {
  const others = Object.entries(roots).map(([name, root], index) => siteRow({ id: 20 + index, name, root }));
  return {
    "site.list": () => listOf([SHOP, ...others]),
    "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, present.includes(path)))),
  };
}

function read(kind: PartKind, handlers: Handlers, site = SHOP) {
  const calls = new FakeCalls(handlers);
  return siteParts.read(calls.callFor(), { site, page: 1 }, kind);
}

const othersIn = async (roots: Readonly<Record<string, string>>, site = SHOP) =>
  (await read("root", panelWith(roots), site))?.others;

describe("the root directory of a website", () => {
  it("has the path that the panel deletes, and the sites in it or around it", async () => {
    const roots = {
      "api.example.com": "/www/wwwroot/shop/public",
      "all.example.com": "/www/wwwroot",
      "shop2.example.com": "/www/wwwroot/shop2",
      "blog.example.com": "/www/wwwroot/blog",
    };
    assert.deepEqual(await read("root", panelWith(roots)), {
      kind: "root",
      name: "/www/wwwroot/shop",
      others: ["all.example.com", "api.example.com"],
    });
    assert.deepEqual(await othersIn({ "xn--mller-kva.example": "/www/wwwroot/shop/m" }), ["müller.example"]);
    assert.deepEqual(await othersIn({}), []);
  });

  it("is shared if another site has the same root, however it is written", async () => {
    for (const root of ["/www/wwwroot/shop", "/www/wwwroot/shop/", "/www//wwwroot/shop"]) {
      const part = await read("root", panelWith({ "twin.example.com": root }));
      assert.deepEqual([part?.others, part?.isShared], [["twin.example.com"], true], root);
      assert.deepEqual(await othersIn({ "twin.example.com": "/www/wwwroot/shop" }, { ...SHOP, root }), [
        "twin.example.com",
      ]);
    }
    assert.equal((await read("root", panelWith({ "a.example.com": "/www/wwwroot/shop/a" })))?.isShared, undefined);
  });

  it("goes to the recycle bin if that is on and has room for its name", async () => {
    const bins = (file: string) => panelWith({}, ["/www/wwwroot/shop", `/www/server/panel/data/${file}.pl`]);
    assert.equal((await read("root", bins("recycle_bin")))?.isRecycled, true);
    assert.equal((await read("root", bins("recycle_bin_db")))?.isRecycled, undefined);
    const root = `/www/wwwroot/${"店".repeat(72)}`;
    const long = panelWith({}, [root, "/www/server/panel/data/recycle_bin.pl"]);
    const part = await read("root", long, { ...SHOP, root });
    assert.deepEqual([part?.name, part?.isRecycled], [root, undefined]);
    const lacking = { ...panelWith({}), "file.stat": failing({ kind: "unsupported" }) };
    assert.equal((await read("root", lacking))?.isRecycled, undefined);
    const silent = { ...panelWith({}), "file.stat": failing({ kind: "timeout", afterMs: 1 }) };
    await assert.rejects(read("root", silent), (error) => failureOf(error)?.kind === "timeout");
  });

  it("is compared with projects of all types, in one list without a limit", async () => {
    const calls = new FakeCalls(panelWith({}));
    await siteParts.read(calls.callFor(), { site: SHOP, page: 1 }, "root");
    assert.deepEqual(calls.made[1], ["site.list", { page: 1, limit: 0, route: "getData" }]);
  });

  it("is compared with the rows of every page", async () => {
    const rows = Array.from({ length: 45 }, (_, index) => siteRow({ id: 100 + index, name: `s${index}`, root: "/a" }));
    const all = [SHOP, ...rows, siteRow({ id: 999, name: "last", root: "/www/wwwroot/shop/last" })];
    const pages: Handlers = {
      ...panelWith({}),
      "site.list": ({ page }) => listOf(all.slice(page * 20 - 20, page * 20), all.length),
    };
    assert.deepEqual((await read("root", pages))?.others, ["last"]);
  });

  it("cannot be read if a site may be missing from the list", async () => {
    const lists: readonly Handlers["site.list"][] = [
      () => listOf([]),
      () => listOf([siteRow({ id: 8, name: "other", root: "/www/wwwroot/other" })]),
      () => listOf([SHOP], 2),
      () => ({ rows: [SHOP], unreadable: [{ index: 1, fields: ["path"] }], total: 2 }),
      () => listOf([SHOP, siteRow({ id: 8, name: "rootless" })]),
    ];
    for (const list of lists)
      await assert.rejects(
        read("root", { ...panelWith({}), "site.list": list as NonNullable<typeof list> }),
        (error) => failureOf(error)?.kind === "malformed",
      );
  });

  it("is absent if the panel sends none, or it does not exist", async () => {
    for (const root of [undefined, "", "/"]) assert.equal(await read("root", {}, { ...SHOP, root }), undefined);
    assert.equal(await read("root", panelWith({}, [])), undefined);
  });

  it("is gone if it does not exist, and unknown if the panel cannot tell", async () => {
    const root = { kind: "root", name: "/www/wwwroot/shop" } as const;
    const isThere = (handlers: Handlers) => siteParts.isThere(new FakeCalls(handlers).callFor(), root);
    assert.equal(await isThere(panelWith({})), true);
    assert.equal(await isThere(panelWith({}, [])), false);
    const silent: readonly Handlers[] = [
      { "file.stat": failing({ kind: "unsupported" }) },
      { "file.stat": failing({ kind: "page", status: 404 }) },
      { "file.stat": () => listOf([]) },
      { "file.stat": () => listOf([fileEntry(root.name, undefined)]) },
    ];
    for (const handlers of silent) await assert.rejects(isThere(handlers), (error) => failureOf(error) !== undefined);
  });
});

describe("the accounts of a website", () => {
  const rows = [account(3, 7, "shop_old"), account(2, 7, "shop_ftp"), account(1, 9, "shop")];
  const users: Handlers = { "site.ftpUsers": () => listOf(rows) };

  it("are those with its id; of several, the oldest", async () => {
    assert.deepEqual(await read("ftp", users), { kind: "ftp", name: "shop_ftp" });
    assert.equal(await read("ftp", users, siteRow({ id: 8 })), undefined);
    assert.equal(await read("ftp", users, siteRow()), undefined);
  });

  it("have a database's user if its name differs, and the recycle bin for databases of this server", async () => {
    const databases = (more: Partial<Account>, present: readonly string[] = []): Handlers => ({
      ...panelWith({}, present),
      "site.databases": () => listOf([account(4, 7, "shop_db", more)]),
    });
    const bin = ["/www/server/panel/data/recycle_bin_db.pl"];
    const name = { kind: "database", name: "shop_db" };
    assert.deepEqual(await read("database", databases({ user: "shop_db", server: 0 })), name);
    assert.deepEqual(await read("database", databases({ user: "root2" })), { ...name, user: "root2" });
    assert.deepEqual(await read("database", databases({ server: 0 }, bin)), { ...name, isRecycled: true });
    assert.deepEqual(await read("database", databases({ server: 3 }, bin)), name);
  });

  it("cannot be read if a row may be missing", async () => {
    const broken: Handlers = {
      "site.ftpUsers": () => ({ rows: [], unreadable: [{ index: 0, fields: ["name"] }], total: 1 }),
      "site.databases": () => listOf([{ ...account(4, 7, ""), name: undefined }]),
    };
    for (const kind of ["ftp", "database"] as const)
      await assert.rejects(read(kind, broken), (error) => failureOf(error)?.kind === "malformed");
  });

  it("exist as long as the panel lists their name", async () => {
    const isThere = (name: string) => siteParts.isThere(new FakeCalls(users).callFor(), { kind: "ftp", name });
    assert.deepEqual([await isThere("shop_ftp"), await isThere("gone")], [true, false]);
  });
});
