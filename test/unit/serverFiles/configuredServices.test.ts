import assert from "node:assert/strict";
import { phpVersionOf, serviceCalled, serviceOf, traitsOf } from "../../../src/serverFiles/configuredServices.ts";
import { siteConfigurations, serviceConfigurations } from "../../../src/resources/configurationFiles.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";

describe("services whose configuration is edited", () => {
  it("are known by the files of their configuration", () => {
    for (const [path, service] of [
      ["/www/server/php/82/etc/php.ini", "php-fpm-82"],
      ["/www/server/php/74/etc/php-fpm.conf", "php-fpm-74"],
      ["/www/server/php/82/etc/php-fpm.d/www.conf", "php-fpm-82"],
      // that of commands, and what is no file of a version
      ["/www/server/php/82/etc/php-cli.ini", undefined],
      ["/www/server/php/82/etc/php.ini.bak", undefined],
      ["/www/server/php/8/etc/php.ini", undefined],
      ["/etc/my.cnf", "mysqld"],
      ["/etc/my.cnf.bak", undefined],
      ["/www/server/redis/redis.conf", "redis"],
      ["/www/server/panel/vhost/rewrite/a.conf", "nginx"],
      ["/www/server/panel/vhost/nginx/proxy/a/b_a.conf", "nginx"],
      ["/www/server/panel/vhost/apache/a.conf", "httpd"],
      ["/www/wwwroot/a/php.ini", undefined],
    ] as const)
      assert.equal(serviceOf(path), service, path);
  });

  it("are known by their names", () => {
    for (const name of ["nginx", "httpd", "mysqld", "redis", "php-fpm-82"]) assert.equal(serviceCalled(name), name);
    for (const name of ["pure-ftpd", "php-fpm-8", "php-fpm-82.", "docker", ""])
      assert.equal(serviceCalled(name), undefined);
    assert.deepEqual([phpVersionOf("php-fpm-82"), phpVersionOf("mysqld")], ["82", undefined]);
  });

  it("say what makes them use a configuration, and what a start proves", () => {
    const of = (name: "nginx" | "httpd" | "mysqld" | "php-fpm-82") => {
      const { usesAfter, loadedBy, mayRunBroken } = traitsOf(name);
      return [usesAfter, loadedBy, mayRunBroken];
    };
    assert.deepEqual(of("nginx"), ["reload", "reload", undefined]);
    assert.deepEqual(of("httpd"), ["reload", "restart", undefined]);
    assert.deepEqual(of("mysqld"), ["restart", "restart", undefined]);
    assert.deepEqual(of("php-fpm-82"), ["reload", "reload", true]);
  });

  it("have their files, each of a service that a save is checked by", () => {
    const checked = ["nginx", "httpd", "mysqld", "redis"].flatMap((name) => serviceConfigurations(name, undefined));
    assert.deepEqual(
      checked.map(({ path }) => serviceOf(path)),
      ["nginx", "httpd", "mysqld", "redis"],
    );
    assert.deepEqual(
      serviceConfigurations("php-fpm-82", "82").map(({ path }) => serviceOf(path)),
      ["php-fpm-82", undefined, "php-fpm-82", "php-fpm-82"],
    );
    assert.deepEqual(serviceConfigurations("toString", undefined), []);
  });
});

describe("the configurations of a website", () => {
  const pathsOf = (site: Partial<Site>) => siteConfigurations(site as Site).map(({ path }) => path);

  it("are those of each web server, or of the one that serves it", () => {
    const all = pathsOf({ name: "a.example.com", type: "PHP" });
    for (const path of ["nginx/a.example.com.conf", "rewrite/a.example.com.conf", "nginx/proxy/a.example.com"])
      assert.ok(all.includes(`/www/server/panel/vhost/${path}`), path);
    assert.ok(all.some((path) => path.includes("/apache/")));
    const own = pathsOf({ name: "a.example.com", type: "PHP", server: "apache" });
    assert.ok(own.every((path) => path.includes("/apache/")) && own.length > 0, own.join(" "));
  });

  it("begin with the kind of a project, and are none of a name that is none", () => {
    assert.equal(
      pathsOf({ name: "a.example.com", type: "Node" })[0],
      "/www/server/panel/vhost/nginx/node_a.example.com.conf",
    );
    for (const name of ["", "../../../etc", "a/b", ".", "..", "a b", undefined])
      assert.deepEqual(pathsOf({ type: "PHP", ...(name !== undefined && { name }) }), [], name);
  });
});
