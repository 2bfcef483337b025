import assert from "node:assert/strict";
import type { Fixture } from "../withPanel.ts";
import { answerOf, failed, PAGE, said, stamped, withAapanel } from "./aapanel.ts";

type Form = Readonly<Record<string, string | undefined>>;

/** What a form has that is in order; `undefined` leaves a field out. */
function formOf(host: string, more: Form = {}, domainlist: readonly string[] = []): Readonly<Record<string, string>> {
  const fields: Form = {
    action: "AddSite",
    webname: JSON.stringify({ domain: host, domainlist, count: domainlist.length }),
    path: `/www/wwwroot/${host}`,
    type: "PHP",
    version: "82",
    port: "80",
    type_id: "0",
    ps: "note",
    ftp: "false",
    sql: "false",
    codeing: "utf8",
    set_ssl: "0",
    ...more,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

const create = (fixture: Fixture, form: Readonly<Record<string, string>>, path = "/site") =>
  answerOf(fixture, path, form);

const emptyAccounts = { ftp_username: "", ftp_password: "", datauser: "", datapassword: "" };

const siteNamed = ({ panel }: Fixture, name: string) => panel.state.sites.find((site) => site.name === name);

describe("an aaPanel's new sites", () => {
  it(
    "are answered without status and words",
    withAapanel(async (fixture) => {
      const answer = await create(fixture, formOf("new.example.com", {}, ["www.new.example.com", "help.example.com"]));
      assert.deepEqual(answer, {
        siteStatus: true,
        siteId: 18,
        ftpStatus: false,
        databaseStatus: false,
        ssl: false,
        redirect: true,
      });
      const site = siteNamed(fixture, "new.example.com");
      assert.deepEqual([site?.id, site?.php, site?.running, site?.note], [18, "8.2", true, "note"]);
      assert.deepEqual(site?.domains, ["new.example.com", "www.new.example.com"]);
      assert.ok(fixture.panel.state.files.directories.has("/www/wwwroot/new.example.com"));
    }),
  );

  it(
    "take empty fields of what is off, as long as nothing else is wrong",
    withAapanel(async (fixture) => {
      const answer = (await create(fixture, formOf("new.example.com", emptyAccounts))) as { siteStatus: unknown };
      assert.equal(answer.siteStatus, true);
    }),
  );

  it(
    "come with a traceback where set_ssl was not sent",
    withAapanel(async (fixture) => {
      const answer = (await create(fixture, formOf("new.example.com", { set_ssl: undefined }))) as {
        readonly siteStatus: unknown;
        readonly ssl: unknown;
      };
      assert.equal(answer.siteStatus, true);
      assert.match(
        String(answer.ssl),
        /^Traceback [\s\S]*AttributeError: 'dict_obj' object has no attribute 'set_ssl'/,
      );
    }),
  );

  it(
    "leave a directory behind where the note was not sent",
    withAapanel(async (fixture) => {
      assert.equal(await create(fixture, formOf("new.example.com", { ps: undefined })), PAGE);
      assert.equal(siteNamed(fixture, "new.example.com"), undefined);
      assert.ok(fixture.panel.state.files.directories.has("/www/wwwroot/new.example.com"));
    }),
  );

  it(
    "exist all the same where ftp or sql was not sent",
    withAapanel(async (fixture) => {
      for (const name of ["ftp", "sql"]) {
        assert.equal(await create(fixture, formOf(`${name}.example.com`, { [name]: undefined })), PAGE);
        assert.ok(siteNamed(fixture, `${name}.example.com`));
      }
    }),
  );

  it(
    "are refused as long as any site's configuration is broken, or break off where accounts were sent empty",
    withAapanel(async (fixture) => {
      fixture.panel.state.web.configurationError = "unknown directive\nin w.conf";
      const form = formOf("new.example.com");
      const refused = (await create(fixture, form)) as { readonly status: unknown; readonly msg: string };
      assert.equal(refused.status, false);
      assert.match(
        refused.msg,
        /^ERROR: An error was detected in the configuration file\. Please .*<br>.*unknown directive<br>in w\.conf/,
      );
      assert.equal(await create(fixture, { ...form, ...emptyAccounts }), PAGE);
      assert.equal(await create(fixture, { ...form, ...emptyAccounts }, "/v2/site"), PAGE);
      assert.equal(siteNamed(fixture, "new.example.com"), undefined);
      const second = stamped(await create(fixture, form, "/v2/site"));
      assert.equal(second.status, 0);
      assert.ok(siteNamed(fixture, "new.example.com"));
    }),
  );

  const refusals: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
    exists: [formOf("www.example.com"), "The site you tried to add already exists!"],
    "has an additional domain's name": [formOf("help.example.com"), "The site you tried to add already exists!"],
    "exists on another port": [
      formOf("www.example.com", { port: "8085" }),
      "The site you tried to add already exists!",
    ],
    "exists on another port of its domain": [
      formOf("www.example.com:8085", { path: "/www/wwwroot/x" }),
      "The site you tried to add already exists!",
    ],
    "wants a PHP that is not there": [
      formOf("new.example.com", { version: "83" }),
      "Requested PHP version does NOT exist!",
    ],
    "has no domain for a name": [formOf("bad_domain_ü"), "Format of primary domain is incorrect"],
    "wants every port there is": [
      formOf("new.example.com", { port: "99999" }),
      "The port is occupied or the port range is incorrect! It should be between 100 and 65535",
    ],
    "wants a port of the system": [
      formOf("new.example.com", { port: "22" }),
      "The port is occupied or the port range is incorrect! It should be between 100 and 65535",
    ],
    "has names that are no JSON": [
      formOf("new.example.com", { webname: "nojson" }),
      "The format of the webname parameter is incorrect, it should be a parseable JSON string",
    ],
    "lies above": [formOf("new.example.com", { path: "/www/../etc" }), "Unsafe path"],
  };
  for (const [what, [form, words]] of Object.entries(refusals)) {
    it(
      `are refused where one ${what}`,
      withAapanel(async (fixture) => {
        const before = fixture.panel.state.sites.length;
        assert.deepEqual(await create(fixture, form), said(false, words));
        const second = await create(fixture, form, "/v2/site");
        if (words === "Unsafe path") assert.deepEqual(second, said(false, words));
        else assert.deepEqual(stamped(second), failed(words));
        assert.equal(fixture.panel.state.sites.length, before);
      }),
    );
  }

  it(
    "are refused where another site has the domain on a port of its own",
    withAapanel(async (fixture) => {
      await create(fixture, formOf("new.example.com", {}, ["alt.example.com:8081"]));
      const answer = await create(fixture, formOf("alt.example.com"));
      assert.deepEqual(answer, said(false, "The site you tried to add already exists!"));
    }),
  );

  it(
    "have no directory of the system, nor a file",
    withAapanel(async (fixture) => {
      for (const path of ["/etc", "/etc/x", "/www/server/x", "/tmp", "/www/wwwroot"]) {
        const answer = (await create(fixture, formOf("new.example.com", { path }))) as { msg: string };
        assert.match(answer.msg, /^Please do not set the website root directory .*:<br> \/www<br>\/usr<br>.*\/srv\/$/);
      }
      fixture.panel.state.files.files.set("/www/wwwroot/file", 1);
      assert.equal(await create(fixture, formOf("new.example.com", { path: "/www/wwwroot/file" })), PAGE);
      assert.equal(siteNamed(fixture, "new.example.com"), undefined);
    }),
  );

  it(
    "have accounts, whose words are told",
    withAapanel(async (fixture) => {
      const more = {
        ftp: "true",
        ftp_username: "new",
        ftp_password: "p",
        sql: "MySQL",
        datauser: "new",
        datapassword: "q",
      };
      const answer = (await create(fixture, formOf("new.example.com", more))) as object;
      assert.deepEqual(answer, {
        siteStatus: true,
        siteId: 18,
        ftpStatus: true,
        ftpUser: "new",
        ftpPass: "p",
        databaseStatus: true,
        databaseUser: "new",
        databasePass: "q",
        databaseName: "new",
        ssl: false,
        redirect: true,
      });
    }),
  );
});
