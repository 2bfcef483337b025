import assert from "node:assert/strict";
import { nginxProblem, siteConfigurationPath } from "../../../src/demoPanel/nginxConfiguration.ts";
import { createState } from "../../../src/demoPanel/seed.ts";
import type { ServerFiles } from "../../../src/demoPanel/serverFiles.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";

const FILE = siteConfigurationPath({ name: "a" });

/** What nginx says of a configuration file. */
function problemOf(text: string, path = FILE): string | undefined {
  const files: ServerFiles = new Map([[path, { bytes: Buffer.from(text), mtime: 1, uid: 0, gid: 0, mode: 0o644 }]]);
  return nginxProblem(files)?.replace("nginx: [emerg] ", "");
}

describe("the configuration of the demo's nginx", () => {
  it("is there for each website, and accepted", () => {
    for (const edition of knownEditions) {
      const { files, sites } = createState(0, edition);
      assert.equal(nginxProblem(files), undefined);
      for (const site of sites) {
        const text = files.get(siteConfigurationPath(site))?.bytes?.toString() ?? "";
        if (site.projectType === "Node") assert.equal(text, "");
        else assert.ok(text.includes(`server_name ${site.name}`) && text.includes(`root ${site.path};`), text);
      }
    }
  });

  it("is refused as nginx refuses it, with file and line", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["nosuch_directive;\n", 'unknown directive "nosuch_directive"'],
      ["server {\n  listen 80;\n  rot /www;\n}\n", 'unknown directive "rot"'],
      ["server {\n  listen 80\n  root /www;\n}\n", 'invalid number of arguments in "listen" directive'],
      ["server {\n  root /www\n}\n", 'unexpected "}"'],
      ["server {\n  listen 80;\n}}\n", 'unexpected "}"'],
      ["server {\n  ;\n}\n", 'unexpected ";"'],
      ["server {\n  listen 80;\n", 'unexpected end of file, expecting "}"'],
      ["server_name a\n", 'unexpected end of file, expecting ";" or "}"'],
      ["server {", 'unexpected end of file, expecting "}"'],
    ];
    const lines = [1, 3, 3, 3, 3, 2, 3, 2, 1];
    assert.deepEqual(
      cases.map(([text]) => problemOf(text)),
      cases.map(([, why], index) => `${why} in ${FILE}:${lines[index]}`),
    );
  });

  it("is accepted where its signs are in comments, quotes, variables and free blocks", () => {
    for (const text of [
      "",
      "# server {\n",
      'add_header A "b; }";\n',
      "log_format main '$remote_addr {\n}';\n",
      "server { location ~ \\.php$ { } return 301 https://${host}/a#b; }\n",
      "map $a $b {\n  default 0;\n  ~*bot 1;\n}\n",
      "http { types {\n text/html html htm;\n} }",
    ])
      assert.equal(problemOf(text), undefined, text);
    assert.equal(problemOf("nonsense;", "/www/server/panel/vhost/nginx/a.conf.bak"), undefined);
    assert.equal(problemOf("nonsense;", "/www/server/panel/vhost/apache/a.conf"), undefined);
  });
});
