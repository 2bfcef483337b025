import assert from "node:assert/strict";
import fc from "fast-check";
import type { Listing } from "../../../../src/wire/answers/listing.ts";
import type { Account } from "../../../../src/wire/operations/accounts.ts";
import type { ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { accepts, decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

type Draft = ParamsOf<"site.create">;

const DRAFT: Draft = {
  domain: "shop.example.com",
  additionalDomains: [],
  root: "/www/wwwroot/shop.example.com",
  php: "82",
  port: 80,
  typeId: 0,
  note: "",
};

const FTP = { user: "shop_ftp", password: "p&=+ %" };
const DATABASE = { user: "shop", password: "p/?#", charset: "utf8mb4" };

const create = sampleOf("site.create", "site");

/** The fields of a draft as a panel reads them from the form. */
const sent = (draft: Draft) =>
  Object.fromEntries(new URLSearchParams(new URLSearchParams(create.wire.encode(draft)).toString()));

describe("site operations", () => {
  it("list the versions that can be read", () => {
    // aaPanel tells no status (docs/protocol.md 6.8)
    assert.deepEqual(decodeBody(sampleOf("site.phpVersions", "site"), [{ version: 82, name: "Static" }, 5]), {
      rows: [{ code: "82", name: "Static", installed: undefined }],
      unreadable: [{ index: 1, fields: ["(whole)"] }],
      total: 2,
    });
  });

  describe("creation", () => {
    it("sends every field except for accounts that were not requested", () => {
      assert.deepEqual(sent(DRAFT), {
        webname: '{"domain":"shop.example.com","domainlist":[],"count":0}',
        path: "/www/wwwroot/shop.example.com",
        type: "PHP",
        version: "82",
        port: "80",
        type_id: "0",
        ps: "",
        ftp: "false",
        sql: "false",
        codeing: "utf8",
      });
      const full = { ...DRAFT, php: "00", note: "a & b", typeId: 3, port: 8088, ftp: FTP, database: DATABASE };
      assert.deepEqual(sent({ ...full, additionalDomains: ["*.example.com", "a.example.com:81"] }), {
        webname: '{"domain":"shop.example.com","domainlist":["*.example.com","a.example.com:81"],"count":2}',
        path: "/www/wwwroot/shop.example.com",
        type: "",
        version: "00",
        port: "8088",
        type_id: "3",
        ps: "a & b",
        ftp: "true",
        ftp_username: "shop_ftp",
        ftp_password: "p&=+ %",
        sql: "true",
        datauser: "shop",
        datapassword: "p/?#",
        codeing: "utf8mb4",
      });
    });

    it("sends one field more to aaPanel, which fails half-way without it", () => {
      const { encode } = sampleOf("site.create", "siteWithoutSsl").wire;
      assert.deepEqual({ ...encode(DRAFT) }, { ...create.wire.encode(DRAFT), set_ssl: "0" });
    });

    it("sends all that was drafted, read by other means than it was written", () => {
      const label = fc.stringMatching(/^[a-z\d]{1,12}$/);
      const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
      const draft = fc.record({
        domain: host,
        additionalDomains: fc.array(host, { maxLength: 5 }),
        root: fc.array(label, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`),
        php: fc.stringMatching(/^\d\d$/),
        port: fc.integer({ min: 1, max: 65_535 }),
        typeId: fc.nat({ max: 999 }),
        note: fc.string({ unit: "grapheme" }),
      });
      fc.assert(
        fc.property(draft, (params) => {
          assert.equal(accepts(create, params), true);
          const fields = sent(params);
          const webname = JSON.parse(fields["webname"] ?? "") as unknown;
          const { domain, additionalDomains: domainlist } = params;
          assert.deepEqual(webname, { domain, domainlist, count: domainlist.length });
          const { path, version, port, type_id: typeId, ps } = fields;
          assert.deepEqual(
            [path, version, port, typeId, ps],
            [params.root, params.php, String(params.port), String(params.typeId), params.note],
          );
        }),
      );
    });

    const wrong: readonly (readonly [string, object])[] = [
      ["a domain without a dot", { domain: "lab" }],
      ["an empty domain", { domain: "" }],
      ["a wildcard as main domain", { domain: "*.example.com" }],
      ["a main domain with a port", { domain: "example.com:81" }],
      ["a main domain that is not ASCII", { domain: "店.example.com" }],
      ["a main domain with a slash", { domain: "a/b.example.com" }],
      ["an endless domain", { domain: `${"a.".repeat(150)}com` }],
      ["an additional domain without a dot", { additionalDomains: ["a"] }],
      ["an additional domain with port 0", { additionalDomains: ["a.example.com:0"] }],
      ["an additional domain with port 65536", { additionalDomains: ["a.example.com:65536"] }],
      ["an additional domain with two ports", { additionalDomains: ["a.example.com:1:2"] }],
      ["a wildcard within an additional domain", { additionalDomains: ["a.*.example.com"] }],
      ["a relative root", { root: "www" }],
      ["a root with a blank", { root: "/www/a b" }],
      ["a root with a line break", { root: "/www/a\nb" }],
      ["a root with ..", { root: "/www/../etc" }],
      ["a root with ./", { root: "/www/./a" }],
      ["a root that ends in /.", { root: "/www/." }],
      ["a version with a dot", { php: "8.2" }],
      ["no version", { php: "" }],
      ["port 0", { port: 0 }],
      ["port 65536", { port: 65_536 }],
      ["a broken port", { port: 80.5 }],
      ["port as text", { port: "80" }],
      ["a view as category", { typeId: -2 }],
      ["a note that is half a character", { note: "\ud83d" }],
      ["an FTP user without a name", { ftp: { ...FTP, user: "" } }],
      ["an FTP user with a blank", { ftp: { ...FTP, user: "a b c" } }],
      ["an FTP user without a password", { ftp: { ...FTP, password: "" } }],
      ["a password with a line break", { ftp: { ...FTP, password: "a\nb" } }],
      ["a database user that panels would cut", { database: { ...DATABASE, user: "a".repeat(17) } }],
      ["a database user with a dash", { database: { ...DATABASE, user: "a-b" } }],
      ["a database without a password", { database: { ...DATABASE, password: "" } }],
      ["no character set", { database: { ...DATABASE, charset: "" } }],
    ];
    for (const [name, change] of wrong)
      it(`does not take ${name}`, () => assert.equal(accepts(create, { ...DRAFT, ...change }), false));

    it("takes unusual domains that panels take", () => {
      for (const change of [
        { domain: "192.0.2.7" },
        { domain: "xn--fiq228c.example.com" },
        { domain: "a_b.example.com" },
        { additionalDomains: ["*.example.com", "*.example.com:8443", "192.0.2.7:65535"] },
        { ftp: FTP, database: DATABASE },
      ])
        assert.equal(accepts(create, { ...DRAFT, ...change }), true, JSON.stringify(change));
    });

    it("reads the result of each part, with the credentials", () => {
      assert.deepEqual(decodeBody(create, create.body()), {
        id: 13,
        ftp: true,
        database: true,
        git: false,
        credentials: {
          ftpUser: "shop_ftp",
          ftpPass: "ftp & pass",
          databaseName: "shop",
          databaseUser: "shop",
          databasePass: "db & pass",
        },
      });
      assert.deepEqual(decodeBody(create, { siteStatus: true, siteId: "4", ftpStatus: 0 }), {
        id: 4,
        ftp: false,
        database: undefined,
        git: undefined,
        credentials: undefined,
      });
    });

    it("fails with the panel's words as plain text", () => {
      const broken =
        'ERROR: 检测到配置文件有错误,请先排除后再操作<br><br><a style="color:red;">nginx: [emerg]<br>x</a>';
      assert.deepEqual(failureOfBody(create, { status: false, msg: broken }), {
        kind: "rejected",
        message: "ERROR: 检测到配置文件有错误,请先排除后再操作 nginx: [emerg] x",
      });
      assert.deepEqual(failureOfBody(create, { siteStatus: false }), { kind: "malformed", fields: ["(whole)"] });
    });
  });

  it("reads the run path of a website's next start, and nothing else of what BaoTa keeps with it", () => {
    const read = (project_config: unknown) => {
      const rows = decodeBody(sampleOf("site.list", "getData"), { page: "", data: [{ id: 1, project_config }] });
      return (rows as { rows: readonly { startRunPath?: string }[] }).rows[0]?.startRunPath;
    };
    const config = { php_run_path: "/releases-1/a", secret: "s3cret" };
    for (const told of [config, JSON.stringify(config)]) assert.equal(read(told), config.php_run_path);
    for (const odd of ["{", "", "[]", "null", null, 7, {}, { php_run_path: {} }])
      assert.equal(read(odd), undefined, JSON.stringify(odd));
  });

  it("sends the older list no number of rows where it is not to change the panel's own", () => {
    const { wire } = sampleOf("site.list", "getData");
    const page = { page: 2, route: "getData" };
    assert.deepEqual(wire.encode({ ...page, limit: 0 }), { p: "2", type: "-1" });
    assert.deepEqual(wire.encode({ ...page, limit: 200 }), { p: "2", limit: "100", type: "-1" });
  });

  it("keeps no password of accounts", () => {
    for (const id of ["site.ftpUsers", "site.databases"] as const) {
      const { body } = sampleOf(id, "data");
      const text = JSON.stringify(body());
      const read = JSON.stringify(decodeBody(sampleOf(id, "data"), body()));
      assert.match(text, /12345pw/);
      assert.doesNotMatch(read, /12345pw/);
      assert.match(read, /phplab/);
    }
  });

  it("reads where a database is that was added by its address, without its password", () => {
    const sample = sampleOf("site.databases", "data");
    const config = { db_host: "db.example.com", db_port: "3307", db_user: "shop", db_password: "Remote12345pw" };
    const row = { id: 3, sid: 0, name: "shop", username: "shop", accept: "127.0.0.1", db_type: 1, conn_config: config };
    const read = decodeBody(sample, { page: "", data: [row, { ...row, conn_config: "{}" }] }) as Listing<Account>;
    assert.deepEqual(
      read.rows.map(({ address }) => address),
      [{ host: "db.example.com", port: 3307 }, undefined],
    );
    assert.doesNotMatch(JSON.stringify(read), /Remote/);
  });

  it("reads of a backup in a cloud where it would be on the server", () => {
    const path = "/www/backup/site/a/a_1.tar.gz";
    const data = [path, `${path}|alioss|a_1.tar.gz`].map((filename, id) => ({ id, filename }));
    const read = decodeBody(sampleOf("backup.list", "data"), { page: "", data }) as Listing<unknown>;
    assert.deepEqual(read.rows, [
      { id: 0, path },
      { id: 1, path },
    ]);
  });

  it("asks for files by paths alone, each of which is one line", () => {
    const sample = sampleOf("file.stat", "files");
    assert.deepEqual(sample.wire.encode({ paths: ["/a", "/b c"] }), { files: "/a\n/b c" });
    for (const path of ["", "a", "/a\n/b"]) assert.equal(accepts(sample, { paths: [path] }), false, path);
  });

  describe("deletion", () => {
    const remove = sampleOf("site.delete", "site");
    const all = { id: 4, name: "a.example.com", withRoot: false, withFtp: false, withDatabase: false };

    it("keeps every part that is not named", () => {
      assert.deepEqual(remove.wire.encode(all), { id: "4", webname: "a.example.com" });
      assert.deepEqual(remove.wire.encode({ ...all, withRoot: true, withFtp: true, withDatabase: true }), {
        id: "4",
        webname: "a.example.com",
        path: "1",
        ftp: "1",
        database: "1",
      });
    });

    it("takes no name from which a panel would build another path", () => {
      for (const name of ["", ".", "..", "...", "a/b", "../a", "a b", "*", "a;b", "店", "a\n", "$a", "a\\b", " a"])
        assert.equal(accepts(remove, { ...all, name }), false, JSON.stringify(name));
      for (const name of ["a", "a.example.com", "192.0.2.7_81", "a-b_c.example.com"])
        assert.equal(accepts(remove, { ...all, name }), true, name);
    });

    it("refuses a wrong id and a missing part", () => {
      for (const change of [{ id: 0 }, { id: -1 }, { id: 1.5 }, { id: "4" }, { withRoot: undefined }, { withFtp: 1 }])
        assert.equal(accepts(remove, { ...all, ...change }), false, JSON.stringify(change));
    });
  });

  for (const id of ["site.start", "site.stop"] as const)
    it(`${id} names the site twice`, () => {
      const sample = sampleOf(id, "site");
      const site = { id: 4, name: "a.example.com" };
      assert.deepEqual(sample.wire.encode(site), { id: "4", name: "a.example.com" });
      assert.equal(accepts(sample, site), true);
      for (const change of [{ id: 0 }, { name: "" }, { name: ".." }])
        assert.equal(accepts(sample, { ...site, ...change }), false, JSON.stringify(change));
    });
});
