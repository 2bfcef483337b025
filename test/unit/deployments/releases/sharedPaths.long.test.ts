import assert from "node:assert/strict";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import type { SharedPath } from "../../../../src/deployments/releases/sharedPaths.ts";
import { releaseProblemText } from "../../../../src/texts/releaseTexts.ts";
import { DeployFixture, ROOT, type Tree } from "../deployFixture.ts";
import { ReleaseFixture, type ReleaseFields } from "./releaseFixture.ts";

interface Row extends ReleaseFields {
  readonly server?: Tree;
  readonly source?: Tree;
  readonly before?: (used: DeployFixture) => void;
}

interface Refused extends Row {
  readonly why: string;
  readonly text: string;
}

const INDEX: Tree = { "index.html": "one" };

const putSpecial = (path: string, entry: object) => (used: DeployFixture) => {
  used.panel.state.files.set(`${ROOT}/${path}`, { mtime: 1, uid: 0, gid: 0, mode: 0o755, ...entry });
  used.panel.shell.synchronise();
};

const refused: Readonly<Record<string, Refused>> = {
  "is nowhere": {
    shared: ["uploads"],
    why: "sharedMissing",
    text: "uploads is to be shared, and neither the website nor what is sent has it. Create it in the website's root, or end it with “/” in the settings if it is a directory.",
  },
  "is a file and is said to be a directory": {
    shared: [".env/"],
    server: { ".env": "secret" },
    why: "sharedNoDirectory",
    text: ".env is to be shared as a directory, and is a file.",
  },
  "is a file there, and a directory in the source": {
    shared: ["data"],
    server: { data: "a file" },
    source: { "data/seed.json": "{}" },
    why: "sharedNoDirectory",
    text: "data is to be shared as a directory, and is a file.",
  },
  "is a directory there, and a file in the source": {
    shared: ["data"],
    server: { "data/one": "1" },
    source: { data: "a file" },
    why: "sharedNoFile",
    text: "data is a file in the source, and a directory on the server.",
  },
  "lies below a file of the website's": {
    shared: ["storage/logs/"],
    server: { storage: "a file" },
    why: "sharedBlocked",
    text: "storage/logs cannot be shared: storage on the server stands in the way.",
  },
  "lies below a link of the website's": {
    shared: ["storage/logs/"],
    server: { "storage/kept": "1" },
    before: (used) => used.link("storage"),
    why: "sharedBlocked",
    text: "storage/logs cannot be shared: storage on the server stands in the way.",
  },
  "lies below a file of the source": {
    shared: ["storage/logs/"],
    source: { storage: "a file" },
    why: "sharedInFile",
    text: "storage/logs cannot be shared: storage is a file in the source.",
  },
  "is what visitors are to see": {
    shared: ["public/"],
    served: "public",
    source: { "public/index.html": "one" },
    why: "sharedServed",
    text: "public cannot be shared: visitors are to see each release's own.",
  },
  "has in it what visitors are to see": {
    shared: ["web/"],
    served: "web/public",
    source: { "web/public/index.html": "one" },
    why: "sharedServed",
    text: "web cannot be shared: visitors are to see each release's own.",
  },
};

const shared: Readonly<Record<string, Row & { readonly becomes: readonly SharedPath[]; readonly plain: Tree }>> = {
  "is a file": {
    shared: [".env"],
    server: { ".env": "secret" },
    becomes: [{ path: ".env", becomes: "there", leftOut: 0 }],
    plain: { ".env": "secret" },
  },
  "is full of files, and so is the source's": {
    shared: ["storage"],
    server: { "storage/a": "1", "storage/b/c": "2" },
    source: { "storage/a": "other", "storage/d": "new" },
    becomes: [{ path: "storage", becomes: "there", leftOut: 2 }],
    plain: { "storage/a": "1", "storage/b/c": "2" },
  },
  "is a link of somebody's": {
    shared: ["storage"],
    server: { "storage/kept": "1" },
    before: (used) => used.link("storage"),
    becomes: [{ path: "storage", becomes: "link", leftOut: 0 }],
    plain: {},
  },
  "is a link that leads nowhere": {
    shared: ["storage"],
    before: putSpecial("storage", { linkTo: "/nowhere" }),
    becomes: [{ path: "storage", becomes: "link", leftOut: 0 }],
    plain: {},
  },
  "is a directory of the source alone, which is placed once": {
    shared: ["storage"],
    source: { "storage/app/seed.json": "{}", "storage/readme": "hi" },
    becomes: [{ path: "storage", becomes: "made", leftOut: 0 }],
    plain: { "storage/app/seed.json": "{}", "storage/readme": "hi" },
  },
  "is a file of the source alone, which is placed once": {
    shared: ["config/local.php"],
    source: { "config/local.php": "<?php" },
    becomes: [{ path: "config/local.php", becomes: "placed", leftOut: 0 }],
    plain: { "config/local.php": "<?php" },
  },
  "is nowhere, and said to be a directory": {
    shared: ["a/b/uploads/"],
    becomes: [{ path: "a/b/uploads", becomes: "made", leftOut: 0 }],
    plain: {},
  },
  "has an odd name": {
    shared: ["-rf", "上传 files/", "#%23 ~[a]{b}(c)!=?@,+.txt", "--help"],
    server: { "-rf": "1", "#%23 ~[a]{b}(c)!=?@,+.txt": "2", "--help": "3" },
    becomes: [
      { path: "-rf", becomes: "there", leftOut: 0 },
      { path: "上传 files", becomes: "made", leftOut: 0 },
      { path: "#%23 ~[a]{b}(c)!=?@,+.txt", becomes: "there", leftOut: 0 },
      { path: "--help", becomes: "there", leftOut: 0 },
    ],
    plain: { "-rf": "1", "#%23 ~[a]{b}(c)!=?@,+.txt": "2", "--help": "3" },
  },
};

describe("what all releases of a website share", () => {
  let website: ReleaseFixture;
  beforeEach(async () => (website = await ReleaseFixture.start("baota")));
  afterEach(() => website.stop());

  async function begin({ server = {}, source = {}, before }: Row): Promise<void> {
    website.used.put(server);
    before?.(website.used);
    await website.used.source({ ...INDEX, ...source });
  }

  for (const [how, { why, text, ...row }] of Object.entries(refused))
    it(`is refused where it ${how}, and nothing of it is on the server`, async () => {
      await begin(row);
      const before = website.used.server;
      await assert.rejects(website.prepare(row), (error: unknown) => {
        assert.ok(error instanceof DeploymentError && error.problem.kind === "release", String(error));
        assert.equal(error.problem.why, why);
        assert.equal(releaseProblemText(error.problem), text);
        return true;
      });
      assert.deepEqual([website.used.server, website.names], [before, []]);
      assert.deepEqual(website.used.tasks(), []);
      assert.equal((await website.used.state()).unfinished, undefined);
    });

  for (const [how, { becomes, plain, ...row }] of Object.entries(shared))
    it(`is linked to where it ${how}`, async () => {
      await begin(row);
      const prepared = await website.prepare(row);
      assert.deepEqual(prepared.release?.shared, becomes);
      const { end } = await website.run(prepared);
      assert.deepEqual([end.state, end.problem], ["wanted", undefined]);
      const left = Object.entries(website.used.server).filter(([path]) => !path.startsWith("releases-"));
      assert.deepEqual(
        Object.fromEntries(left),
        Object.fromEntries(
          Object.entries({ "foreign.txt": "not ours", "index.html": "old", ...plain }).toSorted(([one], [other]) =>
            one < other ? -1 : 1,
          ),
        ),
      );
      const { files } = website.used.panel.state;
      for (const { path } of becomes) {
        const up = "../".repeat(path.split("/").length + 1);
        assert.equal(files.get(`${ROOT}${website.runPath}/${path}`)?.linkTo, `${up}${path}`);
      }
      // and the next one has the same, without a change beside it
      await website.used.source({ ...INDEX, ...row.source, "index.html": "two" });
      const next = await website.prepare(row);
      assert.ok(next.release?.shared.every((each) => each.becomes === "there" || each.becomes === "link"));
      assert.equal((await website.run(next)).end.state, "wanted");
      assert.equal(website.visible["index.html"], "two");
    });

  it("is taken away again with a release that never comes to be served, where that has made it", async () => {
    await website.used.source({ ...INDEX, "storage/seed": "1" });
    const before = website.used.server;
    const steps = [
      {
        index: 0,
        name: "fails",
        run: "exit 1",
        when: "before",
        user: "www",
        uid: 1001,
        seconds: 60,
        within: "",
        directory: "",
        alsoBack: false,
        path: [],
      } as const,
    ];
    assert.equal((await website.deploy({ shared: ["storage"], steps })).end.state, "before");
    assert.deepEqual(website.used.server, before);
  });
});

describe("a release", () => {
  let website: ReleaseFixture;
  beforeEach(async () => (website = await ReleaseFixture.start("baota")));
  afterEach(() => website.stop());

  const rows: Readonly<Record<string, Row & { readonly problem: object }>> = {
    "has nothing for visitors": { served: "public", problem: { why: "notServed", path: "public" } },
    "has the panel's own file": {
      served: "public",
      source: { "public/.user.ini": "mine", "public/index.html": "one" },
      problem: { why: "userIni", path: "public/.user.ini" },
    },
  };
  for (const [how, { problem, ...row }] of Object.entries(rows))
    it(`is refused where it ${how}`, async () => {
      await website.used.source({ ...INDEX, ...row.source });
      await assert.rejects(website.prepare({ ...row, takesIn: [".user.ini"] }), {
        problem: { kind: "release", ...problem },
      });
    });

  it("serves what the website served before, where nothing is said", async () => {
    website.used.put({ "public/index.html": "old" });
    website.configure((text) => text.replace(`root ${ROOT};`, `root ${ROOT}/public;`));
    await website.used.source({ "public/index.html": "one", "app/code.php": "code" });
    const prepared = await website.prepare();
    assert.deepEqual([prepared.release?.served, prepared.release?.plain], ["public", "/public"]);
    assert.equal((await website.run(prepared)).end.state, "wanted");
    assert.match(website.runPath, /\/public$/);
    const next = await website.prepare({ shared: ["uploads/"] });
    assert.deepEqual([next.release?.served, next.release?.plain], ["public", "/public"]);
  });
});
