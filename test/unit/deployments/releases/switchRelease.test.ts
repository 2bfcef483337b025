import assert from "node:assert/strict";
import { posix } from "node:path";
import { readServed, type Served } from "../../../../src/deployments/releases/servedDirectory.ts";
import { switchTo } from "../../../../src/deployments/releases/switchRelease.ts";
import type { DeploymentEnd } from "../../../../src/actions/deploymentEnd.ts";
import { servedText } from "../../../../src/texts/releaseTexts.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import type { Site } from "../../../../src/wire/operations/sites.ts";
import { startDemoPanel, type DemoPanel } from "../../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../../fakes/faultyPanel.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";

const CUT = { kind: "network", code: "ECONNRESET" } as const;

const NAME = "shop.example.com";
const ROOT = `/www/wwwroot/${NAME}`;
const CONFIGURATION = `/www/server/panel/vhost/nginx/${NAME}.conf`;
const RELEASE = "/releases-0123456789abcdef/one/public";

const site: Site = {
  id: 2,
  name: NAME,
  root: ROOT,
  running: true,
  note: "",
  type: "PHP",
  php: "8.2",
  certificate: undefined,
  server: undefined,
};

it("a release that went back is not said to be left because its own address had answered", () => {
  const end: DeploymentEnd = {
    deployment: "site",
    isRelease: true,
    state: "unknown",
    served: { root: ROOT, isSeen: false },
    checked: { address: "http://127.0.0.1/", answer: { kind: "status", status: 500 } },
  };
  assert.equal(servedText(end), `The website is to serve ${ROOT}, but Nginx was not seen to load that.`);
  assert.equal(servedText({ ...end, state: "wanted" }), `The website serves ${ROOT}.`);
});

for (const edition of knownEditions)
  describe(`a website's releases on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let panel: DemoPanel;
    let used: FaultyPanel;
    const reading = () => ({ callFor: used.callFor, clock: used.clock, signal: new AbortController().signal });
    const read = async (changes: Partial<Site> = {}) => readServed(reading(), { ...site, ...changes });
    const change = async (from: Served, runPath = RELEASE) =>
      switchTo(
        {
          ...reading(),
          waitMs: 20_000,
          failureIn(error) {
            if (error instanceof PanelError) return error.failure;
            throw error;
          },
        },
        site,
        from,
        runPath,
      );
    const files = () => panel.state.files;
    const text = () => files().get(CONFIGURATION)?.bytes?.toString() ?? "";
    const put = (path: string, content: string) => {
      const entry = { mtime: 1, uid: 0, gid: 0 };
      for (let above = posix.dirname(path); !files().has(above); above = posix.dirname(above))
        files().set(above, { ...entry, mode: 0o755 });
      files().set(path, { ...entry, mode: 0o644, bytes: Buffer.from(content) });
    };

    beforeEach(async () => {
      panel = await startDemoPanel({ edition });
      used = new FaultyPanel(edition, panel);
      put(`${ROOT}${RELEASE}/index.html`, "new");
    });
    afterEach(async () => used.stop());

    const refused: readonly {
      readonly it: string;
      readonly site?: Partial<Site>;
      readonly conf?: (text: string) => string;
      readonly problem: object;
    }[] = [
      { it: "is stopped", site: { running: false }, problem: { why: "stopped" } },
      {
        it: "was stopped since it was listed",
        conf: (conf) => conf.replace(`root ${ROOT};`, `root ${ROOT};\n    root /www/server/stop;`),
        problem: { why: "stopped" },
      },
      {
        it: "was stopped while it served a release",
        conf: (conf) => conf.replace(`root ${ROOT};`, `root /www/server/stop${RELEASE};`),
        problem: { why: "stopped" },
      },
      { it: "is of a program", site: { type: "Node" }, problem: { why: "noFiles" } },
      { it: "has another web server", site: { server: "apache" }, problem: { why: "server", server: "apache" } },
      {
        it: "names no directory",
        conf: (conf) => conf.replace(/root .*;/, ""),
        problem: { why: "noRoot", path: CONFIGURATION },
      },
      {
        it: "names two directories",
        conf: (conf) => `${conf}server { root ${ROOT}/sub; }\n`,
        problem: { why: "roots", path: CONFIGURATION, count: 2 },
      },
      {
        it: "names one more in a line of its own block",
        conf: (conf) => conf.replace("error_page", "location /api { root /elsewhere; }\n    error_page"),
        problem: { why: "roots", path: CONFIGURATION, count: 2 },
      },
      {
        it: "names one more in a comment",
        conf: (conf) => `# root /old;\n${conf}`,
        problem: { why: "roots", path: CONFIGURATION, count: 2 },
      },
      {
        it: "has its directory elsewhere, too",
        conf: (conf) => conf.replace("error_page", `include ${ROOT}2/more*.conf;\n    error_page`),
        problem: { why: "rootElsewhere", path: CONFIGURATION, root: ROOT },
      },
      {
        it: "lists directories",
        conf: (conf) => conf.replace("error_page", "autoindex on;\n    error_page"),
        problem: { why: "listed", path: CONFIGURATION },
      },
      {
        it: "serves another directory",
        conf: (conf) => conf.replace(`root ${ROOT};`, "root /www/elsewhere;"),
        problem: { why: "otherRoot", root: "/www/elsewhere" },
      },
    ];
    for (const { it: title, site: changes = {}, conf = (same: string) => same, problem } of refused)
      it(`are refused where it ${title}`, async () => {
        put(CONFIGURATION, conf(text()));
        await assert.rejects(read(changes), { problem: { kind: "release", ...problem } });
        assert.ok(!used.called.includes("site.setRunPath"));
      });

    it("are refused without its configuration", async () => {
      files().delete(CONFIGURATION);
      await assert.rejects(read(), { problem: { kind: "release", why: "noRoot", path: CONFIGURATION } });
    });

    it("are read past words that only look like a directory, and with a stroke at its end", async () => {
      put(CONFIGURATION, text().replace(`root ${ROOT};`, `set $document_root_of x;\n    root "${ROOT}/";`));
      assert.deepEqual((await read()).runPath, "");
    });

    it("are switched to and back from, byte for byte", async () => {
      const before = text();
      const from = await read();
      const there = await change(from);
      assert.equal(there.kind, "served");
      assert.match(text(), new RegExp(`root ${ROOT}${RELEASE};`));
      assert.ok(files().has(`${ROOT}${RELEASE}/.user.ini`) && !files().has(`${ROOT}/.user.ini`));
      const back = await change(await read(), from.runPath);
      assert.deepEqual(back, { kind: "served", served: from });
      assert.equal(text(), before);
      assert.ok(files().has(`${ROOT}/.user.ini`));
    });

    it("are not switched to where it is not there, or where somebody has changed the configuration", async () => {
      const from = await read();
      const missing = `${RELEASE}-missing`;
      assert.deepEqual(await change(from, missing), {
        kind: "before",
        problem: { kind: "release", why: "noRelease", path: ROOT + missing },
      });
      put(`${ROOT}/other/index.html`, "");
      put(CONFIGURATION, text().replace(`root ${ROOT};`, `root ${ROOT}/other;`));
      assert.deepEqual(await change(from), {
        kind: "before",
        problem: { kind: "release", why: "changedRoot", root: `${ROOT}/other` },
      });
      assert.ok(!used.called.includes("site.setRunPath"));
    });

    it("are switched to where the configuration has changed elsewhere since, and nobody is said to have changed the run path", async () => {
      const from = await read();
      put(CONFIGURATION, text().replace("error_page", "client_max_body_size 50m;\n    error_page"));
      assert.equal((await change(from)).kind, "served");
      assert.match(text(), /client_max_body_size 50m;/);
    });

    it("are nobody's guess where no answer came and nothing has changed: the panel may still do it", async () => {
      const from = await read();
      used.fault = (_call, id, made) => {
        if (id === "site.setRunPath" && !made)
          throw new PanelError({ kind: "uncertain", cause: { kind: "timeout", afterMs: 60_000 } });
      };
      assert.equal((await change(from)).kind, "unknown");
      used.fault = (_call, id, made) => {
        if (id === "site.setRunPath" && !made) throw new PanelError({ kind: "rejected", message: "no" });
      };
      assert.equal((await change(from)).kind, "before");
    });

    it("are seen where no answer came and the panel does it late", async () => {
      const from = await read();
      let looks = 0;
      used.fault = (_call, id, made) => {
        if (id === "site.setRunPath" && !made)
          throw new PanelError({ kind: "uncertain", cause: { kind: "timeout", afterMs: 60_000 } });
        if (id !== "file.read" || made || (looks += 1) !== 4) return;
        put(CONFIGURATION, text().replace(`root ${ROOT};`, `root ${ROOT}${RELEASE};`));
      };
      const end = await change(from);
      assert.ok(end.kind !== "before", end.kind);
    });

    it("are not switched to where nginx refuses the configuration of another website", async () => {
      const other = "/www/server/panel/vhost/nginx/blog.example.com.conf";
      const from = await read();
      const before = text();
      put(other, "server\n{\n    rooot /x;\n}\n");
      assert.deepEqual(await change(from), {
        kind: "before",
        problem: { kind: "release", why: "notReloaded", where: { path: other, line: 3 } },
      });
      assert.equal(text(), before);
      assert.ok(files().has(`${ROOT}/.user.ini`));
    });

    it("are not said to be sent where nginx refuses to load what its configuration names already", async () => {
      const from = await read();
      const other = "/www/server/panel/vhost/nginx/blog.example.com.conf";
      put(other, "rooot /x;\n");
      const where = { path: other, line: 1 };
      assert.deepEqual(await change(from, ""), {
        kind: "notLoaded",
        served: from,
        problem: { kind: "release", why: "stillNotLoaded", root: ROOT, where },
      });
      files().delete(other);
      assert.equal((await change(from, "")).kind, "served");
    });

    it("are not known, with the reason, where the configuration cannot be read after the switch", async () => {
      const from = await read();
      used.fault = (_call, id, made) => {
        if (id === "site.setRunPath" && made) put(CONFIGURATION, text().replace(/root [^;]+;/, ""));
      };
      assert.deepEqual(await change(from), {
        kind: "unknown",
        problem: { kind: "release", why: "noRoot", path: CONFIGURATION },
      });
    });

    it("are only said to be sent where nginx's workers cannot be seen", async () => {
      const from = await read();
      for (const path of files().keys()) if (path.endsWith("/children")) files().delete(path);
      assert.equal((await change(from)).kind, "sent");
    });

    const cuts = {
      "is cut before it was made": { isMade: false, lasts: false, ends: ["before", "served"] },
      "is cut after it was made": { isMade: true, lasts: false, ends: ["before", "served"] },
      "is the last that is answered": { isMade: false, lasts: true, ends: ["before", "served", "unknown"] },
    };
    for (const [how, { isMade, lasts, ends }] of Object.entries(cuts))
      it(`are what is said, whichever call of the switch ${how}`, async () => {
        const ended: string[] = [];
        for (let cut = 1; ; cut++) {
          const from = await read();
          assert.equal(from.runPath, "");
          const first = used.calls;
          used.fault = (call, _id, made) => {
            const isCut = lasts ? call - first >= cut : call - first === cut;
            if (isCut && made === isMade) throw new PanelError(CUT);
          };
          const end = await change(from);
          const wasCut = used.calls - first >= cut;
          used.fault = () => undefined;
          const now = await read();
          ended.push(end.kind);
          if (end.kind === "before") assert.equal(now.runPath, "", `cut at ${cut}`);
          if (end.kind === "served" || end.kind === "sent") assert.equal(now.runPath, RELEASE, `cut at ${cut}`);
          if (now.runPath !== "") assert.equal((await change(now, "")).kind, "served");
          if (!wasCut) break;
        }
        assert.deepEqual([...new Set(ended)].toSorted(), ends);
      });
  });
