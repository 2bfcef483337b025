import assert from "node:assert/strict";
import { guardLevels } from "../../../src/panels/guardLevel.ts";
import { RealPaths } from "../../../src/serverFiles/realPaths.ts";
import { isRisky, saveAsks } from "../../../src/serverFiles/riskyPaths.ts";
import { DIRECTORY, FilesFixture, kindOf, PATH } from "./filesFixture.ts";

const NGINX = "/etc/nginx/nginx.conf";

/** Paths with a link on the way, by where they lead to. */
const LINKED = {
  [`${DIRECTORY}/conf/nginx.conf`]: NGINX,
  [`${DIRECTORY}/deep/nginx/nginx.conf`]: NGINX,
  [`${DIRECTORY}/up/nginx/nginx.conf`]: NGINX,
  [`${DIRECTORY}/chain/nginx.conf`]: NGINX,
  [`${DIRECTORY}/conf/same.conf`]: NGINX,
  [`${DIRECTORY}/conf`]: "/etc/nginx",
  [`${DIRECTORY}/current/app.js`]: `${DIRECTORY}/releases/2/app.js`,
  [PATH]: PATH,
};

describe("paths with links", () => {
  let used: FilesFixture;
  let paths: RealPaths;

  beforeEach(async () => {
    used = await FilesFixture.start("baota");
    paths = new RealPaths(used.clock);
    used.put("/etc", undefined);
    used.put("/etc/nginx", undefined);
    used.put("/etc/nginx/nginx.conf", "");
    used.put("/etc/nginx/same.conf", undefined, { linkTo: "nginx.conf" });
    used.put(`${DIRECTORY}/conf`, undefined, { linkTo: "/etc/nginx" });
    used.put(`${DIRECTORY}/deep`, undefined, { linkTo: "/etc" });
    used.put(`${DIRECTORY}/up`, undefined, { linkTo: "../../../etc" });
    used.put(`${DIRECTORY}/chain`, undefined, { linkTo: "deep/nginx" });
    used.put(`${DIRECTORY}/releases`, undefined);
    used.put(`${DIRECTORY}/releases/2`, undefined);
    used.put(`${DIRECTORY}/releases/2/app.js`, "");
    used.put(`${DIRECTORY}/current`, undefined, { linkTo: "releases/2" });
  });
  afterEach(async () => used.stop());

  const realOf = async (path: string) => paths.of("1", used.files, path);

  it("are asked about as what they lead to, at each level", async () => {
    for (const [path, real] of Object.entries(LINKED)) {
      assert.equal(await realOf(path), real);
      assert.equal(isRisky(path), false);
      const asked = guardLevels.map((level) => saveAsks(isRisky(real), level));
      const expected = real.startsWith("/etc") ? ["each", "each", "each"] : ["never", "once", "once"];
      assert.deepEqual(asked, [...expected, "refused"], path);
    }
  });

  it("cost no request the second time, until they are forgotten or ten minutes are over", async () => {
    const path = `${DIRECTORY}/chain/nginx.conf`;
    await realOf(path);
    const before = used.calls;
    await realOf(path);
    assert.equal(used.calls, before);
    used.all.delete(`${DIRECTORY}/chain`);
    used.put(`${DIRECTORY}/chain`, undefined, { linkTo: "releases/2" });
    used.put(`${DIRECTORY}/releases/2/nginx.conf`, "");
    paths.forget();
    assert.equal(await realOf(path), `${DIRECTORY}/releases/2/nginx.conf`);
    used.all.delete(`${DIRECTORY}/chain`);
    used.put(`${DIRECTORY}/chain`, undefined, { linkTo: "/etc/nginx" });
    await used.clock.sleep(600_000, new AbortController().signal);
    assert.equal(await realOf(path), NGINX);
  });

  it("are not guessed where nothing is", async () => {
    assert.equal(await kindOf(realOf(`${DIRECTORY}/none`)), "notFound");
    used.put(`${DIRECTORY}/it's`, undefined);
    assert.equal(await kindOf(realOf(`${DIRECTORY}/it's`)), "name");
  });
});
