import assert from "node:assert/strict";
import { targetRootOf } from "../../../src/deployments/targetRoot.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";

const siteAt = (id: number, name: string, root: string | undefined) => ({ id, name, root, type: "PHP" }) as Site;

describe("the directory of a deployment", () => {
  const blog = siteAt(1, "blog.example.com", "/www/wwwroot/blog/");
  const all = [
    blog,
    siteAt(2, "same.example.com", "/www/wwwroot/blog"),
    siteAt(3, "nested.example.com", "/www/wwwroot/blog/nested"),
  ];
  const { callFor } = new FakeCalls({
    "site.list": () => ({ rows: all, unreadable: [], total: all.length, route: "getData" }),
  });
  const of = async (site: Site, directory = "") => targetRootOf(callFor(), site, directory);

  it("is the website's root, with other websites that have the same", async () => {
    const root = { root: "/www/wwwroot/blog", alsoServes: ["same.example.com"] };
    const nested = [{ path: "/www/wwwroot/blog/nested", site: "nested.example.com" }];
    assert.deepEqual(await of(blog), { ...root, nested });
    assert.deepEqual(await of(blog, "docs"), { ...root, nested: [] });
    assert.deepEqual(await of(blog, "nest"), { ...root, nested: [] });
  });

  it("is refused where it is another website's, or the system's", async () => {
    assert.deepEqual(await of(blog, "nested"), {
      kind: "otherSite",
      path: "/www/wwwroot/blog/nested",
      site: "nested.example.com",
    });
    for (const root of [
      "/",
      "/www",
      "/www/wwwroot",
      "/www/server/panel",
      "/etc/nginx",
      "/root",
      "/home",
      "/lib64",
      "/www/backup/x",
    ])
      assert.deepEqual(await of(siteAt(9, "x.com", root)), { kind: "system", path: root === "/" ? "/" : root }, root);
    for (const root of ["/www/wwwroot/a b", "/www/wwwroot/a;b", "/www/wwwroot/$(x)", "relative"])
      assert.deepEqual(await of(siteAt(9, "x.com", root)), { kind: "characters", path: root }, root);
    assert.deepEqual(await of(siteAt(9, "x.com", undefined)), { kind: "unknown" });
  });
});
