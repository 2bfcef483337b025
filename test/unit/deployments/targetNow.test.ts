import assert from "node:assert/strict";
import { filePlace } from "../../../src/deployments/deployFile.ts";
import type { Place } from "../../../src/deployments/place.ts";
import { targetNow, type DeployTo } from "../../../src/deployments/targetNow.ts";
import type { TargetKindId } from "../../../src/deployments/targetKinds.ts";
import type { Call } from "../../../src/resources/resource.ts";

/** One of each kind of targets as a person saw it: its row, what it is by its key, where its files are, and what it may have become. */
interface Sample extends Pick<DeployTo, "kind" | "target"> {
  readonly row: object;
  readonly place: Pick<Place, "root" | "directory">;
  /** Its row where another one has its key by now. */
  readonly another: object;
  /** Its row where its files, or its file, are elsewhere. */
  readonly elsewhere: object;
}

const samples: Readonly<Record<TargetKindId, Sample>> = {
  website: {
    kind: "site",
    target: { key: "7", label: "a.example.com" },
    row: { id: 7, name: "a.example.com", root: "/www/wwwroot/a.example.com" },
    place: { root: "/www/wwwroot/a.example.com", directory: "" },
    another: { name: "made anew" },
    elsewhere: { root: "/www/wwwroot/b.example.com" },
  },
  jar: {
    kind: "javaProject",
    target: { key: "api", label: "api" },
    row: { id: 7, name: "api", type: "springboot", jar: "/srv/api/api.jar" },
    place: filePlace("/srv/api/api.jar"),
    // panels give a number once: the same name with another one is another one
    another: { id: 8 },
    elsewhere: { jar: "/srv/api/other.jar" },
  },
  // panels list no number of these: of the same type and name is the same one
  projectFolder: {
    kind: "project",
    target: { key: "node:shop", label: "shop" },
    row: { type: "node", name: "shop", directory: "/srv/shop" },
    place: { root: "/srv/shop", directory: "" },
    another: { name: "shop2" },
    elsewhere: { directory: "/srv/shop/next" },
  },
  projectProgram: {
    kind: "project",
    target: { key: "go:relay", label: "relay" },
    row: { type: "go", name: "relay", startsBlindly: true, directory: "/srv/relay", program: "/srv/relay/relay" },
    place: filePlace("/srv/relay/relay"),
    another: { name: "relay2" },
    elsewhere: { program: "/srv/relay/next" },
  },
};

describe("a target right before it is changed", () => {
  for (const [targetKind, { kind, target, row, place, another, elsewhere }] of Object.entries(samples)) {
    const to = { kind, target, row, targetKind } as DeployTo;
    const at: Place = { site: "/www/backup/server-panel/a", ...place };

    /** What is seen of it where the panel lists these rows. */
    const seen = async (rows: readonly object[]) => {
      const call = (async () => ({ rows, unreadable: [], total: rows.length })) as unknown as Call;
      return targetNow(to, at, call);
    };

    it(`is the one that was shown: ${targetKind}`, async () => {
      assert.deepEqual(await seen([row]), row);
    });

    const others = {
      "is gone": [],
      "is another one": [{ ...row, ...another }],
      "has its files elsewhere": [{ ...row, ...elsewhere }],
    };
    for (const [what, rows] of Object.entries(others))
      it(`is not changed where it ${what}: ${targetKind}`, async () => {
        await assert.rejects(seen(rows), { problem: { kind: "changed" } });
      });
  }

  it("is not changed while the panel prepares what it needs", async () => {
    const { kind, target, row, place } = samples.projectFolder;
    const call = (async () => ({ rows: [{ ...row, isPreparing: true }], unreadable: [], total: 1 })) as unknown as Call;
    const to = { kind, target, row, targetKind: "projectFolder" } as DeployTo;
    await assert.rejects(targetNow(to, { site: "/www/backup/server-panel/a", ...place }, call), {
      problem: { kind: "preparing" },
    });
  });
});
