import assert from "node:assert/strict";
import { database } from "../../../src/resources/database.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const row = { id: 2, site: 0, name: "shop db", user: "shop", server: 0, access: "127.0.0.1" };

describe("databases", () => {
  it("copy their connection without the password", () => {
    const { textOf } = database.copies?.[0] ?? {};
    assert.equal(textOf?.(row), "mysql://shop@127.0.0.1/shop%20db");
    assert.equal(textOf?.({ ...row, server: 3 }), undefined);
    const address = { host: "db.example.com", port: 3307 };
    assert.equal(textOf?.({ ...row, address }), "mysql://shop@db.example.com:3307/shop%20db");
    const short = { host: "2001:db8::1", port: undefined };
    assert.equal(textOf?.({ ...row, address: short }), "mysql://shop@[2001:db8::1]/shop%20db");
    assert.equal(textOf?.({ ...row, user: undefined }), undefined);
  });

  it("show another user and from where they can be reached", () => {
    const shown = (more: Partial<typeof row>) => database.facts({ ...row, ...more }, 0).map(({ value }) => value);
    assert.deepEqual(shown({}), ["shop", "127.0.0.1"]);
    assert.deepEqual(shown({ user: "shop db", access: "%" }), ["everywhere"]);
    const elsewhere = { ...row, address: { host: "db.example.com", port: 3307 } };
    assert.deepEqual(
      database.facts(elsewhere, 0).map(({ value }) => value),
      ["shop", "db.example.com:3307"],
    );
  });

  it("are backed up once there is a new archive that is not empty", async () => {
    let ids = [1];
    let bytes = 9;
    const calls = new FakeCalls({
      "site.databases": () => listOf([row]),
      "backup.list": ({ of }) => {
        assert.equal(of, "database");
        return { rows: ids.map((id) => ({ id, path: `/www/backup/${id}.zip` })), unreadable: [], total: ids.length };
      },
      "file.stat": ({ paths }) => ({
        rows: paths.map((path) => fileEntry(path, true, bytes)),
        unreadable: [],
        total: 1,
      }),
    });
    const target = { key: "2", label: "shop db" };
    const verifier = await verifierOf(database.actions.backUp?.verification, calls, target);
    const check = async () => verifier.check(calls.callFor(), 1_000);
    assert.equal((await check()).verdict, "pending");
    [ids, bytes] = [[1, 2], 0];
    assert.equal((await check()).verdict, "pending");
    bytes = 1_001;
    const { verdict, evidence } = await check();
    assert.deepEqual([verdict, evidence?.value], ["done", "2.zip (1.0 KB), in /www/backup"]);
  });
});
