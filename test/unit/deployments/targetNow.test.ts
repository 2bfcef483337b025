import assert from "node:assert/strict";
import { filePlace } from "../../../src/deployments/deployFile.ts";
import type { Place } from "../../../src/deployments/place.ts";
import { targetNow, type DeployTo } from "../../../src/deployments/targetNow.ts";
import type { TargetKindId } from "../../../src/deployments/targetKinds.ts";
import type { Call } from "../../../src/resources/resource.ts";

/** One of each kind of targets as a person saw it: its row, what it is by its key, where its files are, and what it may have become. */
interface Sample extends Pick<DeployTo, "kind" | "target"> {
  readonly row: { readonly id: number };
  readonly place: Pick<Place, "root" | "directory">;
  /** Its row where its files, or its file, are elsewhere. */
  readonly elsewhere: object;
}

const samples: Readonly<Partial<Record<TargetKindId, Sample>>> = {
  website: {
    kind: "site",
    target: { key: "7", label: "a.example.com" },
    row: { id: 7, name: "a.example.com", root: "/www/wwwroot/a.example.com" } as Sample["row"],
    place: { root: "/www/wwwroot/a.example.com", directory: "" },
    elsewhere: { root: "/www/wwwroot/b.example.com" },
  },
  jar: {
    kind: "javaProject",
    target: { key: "api", label: "api" },
    row: { id: 7, name: "api", type: "springboot", jar: "/srv/api/api.jar" } as Sample["row"],
    place: filePlace("/srv/api/api.jar"),
    elsewhere: { jar: "/srv/api/other.jar" },
  },
};

describe("a target right before it is changed", () => {
  for (const [targetKind, { kind, target, row, place, elsewhere }] of Object.entries(samples)) {
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
      // panels give a number once: the same name with another one is another one
      "was made anew": kind === "site" ? [{ ...row, name: "made anew" }] : [{ ...row, id: row.id + 1 }],
      "has its files elsewhere": [{ ...row, ...elsewhere }],
    };
    for (const [what, rows] of Object.entries(others))
      it(`is not changed where it ${what}: ${targetKind}`, async () => {
        await assert.rejects(seen(rows), { problem: { kind: "changed" } });
      });
  }
});
