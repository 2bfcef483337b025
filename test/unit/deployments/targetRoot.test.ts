import assert from "node:assert/strict";
import { targetRootOf } from "../../../src/deployments/targetRoot.ts";
import { rootProblemText } from "../../../src/texts/deployablePathTexts.ts";
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
  const of = async (site: Site, directory = "") =>
    targetRootOf(callFor(), { root: site.root, isListedAs: ({ id }) => id === site.id }, directory);

  it("is the website's root, with other websites that have the same", async () => {
    const webRoots = ["/www/wwwroot/blog", "/www/wwwroot/blog/nested"];
    const root = { root: "/www/wwwroot/blog", alsoServes: ["same.example.com"], webRoots };
    const nested = [{ path: "/www/wwwroot/blog/nested", site: "nested.example.com" }];
    assert.deepEqual(await of(blog), { ...root, nested });
    assert.deepEqual(await of(blog, "docs"), { ...root, nested: [] });
    assert.deepEqual(await of(blog, "nest"), { ...root, nested: [] });
  });

  it("is refused with the character that panels cannot handle in it", async () => {
    const path = "/www/wwwroot/blog/sub dir";
    const withSpace = await of(blog, "sub dir");
    assert.ok("kind" in withSpace);
    assert.deepEqual(withSpace, { kind: "characters", path, character: " " });
    assert.equal(
      rootProblemText(withSpace),
      `The panel cannot handle the path ${path} safely: it has a space. Nothing was sent.`,
    );
    const withQuote = await of(siteAt(9, "x.com", "/www/it's"));
    assert.ok("kind" in withQuote);
    assert.match(rootProblemText(withQuote), /safely: it has the character '\. Nothing was sent\.$/);
    const withDot = await of(blog, "docs.");
    assert.ok("kind" in withDot);
    assert.match(rootProblemText(withDot), /docs\. safely\. Nothing was sent\.$/);
  });

  it("is unknown where the panel does not name it", async () => {
    assert.deepEqual(await of(siteAt(9, "x.com", undefined)), { kind: "unknown" });
  });
});
