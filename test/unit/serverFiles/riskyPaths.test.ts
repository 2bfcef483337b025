import assert from "node:assert/strict";
import { guardLevels, type GuardLevel } from "../../../src/panels/guardLevel.ts";
import { webServerOf } from "../../../src/serverFiles/configuredServices.ts";
import { isRisky, saveAsks, type SaveAsks } from "../../../src/serverFiles/riskyPaths.ts";

/** Paths by what can happen. */
const PATHS: Readonly<Record<"risky" | "plain", readonly string[]>> = {
  risky: [
    "/etc/ssh/sshd_config",
    "/etc/passwd",
    "/etc/shadow",
    "/etc/sudoers",
    "/etc/sudoers.d/admins",
    "/etc/fstab",
    "/etc/systemd/system/order.service",
    "/usr/lib/systemd/system/nginx.service",
    "/etc/pam.d/sshd",
    "/root/.ssh/authorized_keys",
    "/home/dev/.ssh",
    "/boot/grub2/grub.cfg",
    "/proc/sys/vm/swappiness",
    "/var/spool/cron/root",
    "/www/server/panel/data/port.pl",
    "/www/server/panel/vhost/nginx/www.example.com.conf",
    "/www/server/nginx/conf/nginx.conf",
    "/www/server/apache/conf/httpd.conf",
    "/www/server/php/82/etc/php.ini",
    "/www/server/mysql/my.cnf",
    // moving one of these takes those above along
    "/www",
    "/var",
    "/",
    // as these do keys with which people log in
    "/root",
    "/home",
    "/home/dev",
  ],
  plain: [
    "/www/wwwroot/www.example.com/index.html",
    "/www/wwwroot/www.example.com/.env",
    "/www/wwwroot/etc/ssh/sshd_config",
    "/www/wwwroot/a/ssh/config",
    "/www/wwwroot/.sshd",
    "/www/serverless/app.js",
    "/www/wwwlogs/www.example.com.log",
    "/www/backup/site/a.zip",
    "/home/dev/notes.txt",
    "/etcetera/a",
    "/tmp/a",
    "/srv/中文/a b.txt",
    "/root/.bashrc",
  ],
};

/** What each level asks before a save. */
const ASKED: Readonly<Record<keyof typeof PATHS, Readonly<Record<GuardLevel, SaveAsks>>>> = {
  risky: { trusted: "each", ask: "each", typeName: "each", readOnly: "refused" },
  plain: { trusted: "never", ask: "once", typeName: "once", readOnly: "refused" },
};

describe("the question before a save", () => {
  for (const sort of ["risky", "plain"] as const)
    for (const path of PATHS[sort])
      it(`is asked by path and level: ${path}`, () => {
        assert.equal(isRisky(path), sort === "risky");
        assert.deepEqual(
          Object.fromEntries(guardLevels.map((level) => [level, saveAsks(isRisky(path), level)])),
          ASKED[sort],
        );
      });
});

describe("the configuration of the web server", () => {
  it("is what panels can check", () => {
    const servers = [...PATHS.risky, ...PATHS.plain].flatMap((path) => webServerOf(path) ?? []);
    assert.deepEqual(servers, ["nginx", "nginx", "httpd"]);
    // panels restart OpenLiteSpeed where they should check it
    assert.equal(webServerOf("/www/server/panel/vhost/openlitespeed/a.conf"), undefined);
  });

  it("always asks", () => {
    const files = [
      ["/etc/nginx/nginx.conf", "nginx"],
      ["/etc/httpd/conf.d/a.conf", "httpd"],
      ["/www/server/panel/vhost/rewrite/a.conf", "nginx"],
      ["/www/server/panel/vhost/apache/a.conf", "httpd"],
    ] as const;
    for (const [path, server] of files)
      assert.deepEqual([webServerOf(path), saveAsks(isRisky(path), "trusted")], [server, "each"], path);
  });
});
