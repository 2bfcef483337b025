import { facts } from "./facts.ts";
import type { Identity } from "./identity.ts";
import { resource, type Call } from "./resource.ts";

/** PHP's dependency manager on the server; `version` is undefined where there is none, or it does not tell. */
export interface DependencyManager {
  readonly version: string | undefined;
}

async function observe(call: Call): Promise<DependencyManager> {
  return { version: (await call("composer.version", {})).version };
}

const identity = (): Identity => ["composer"];

/** Composer (docs/protocol.md 10). */
export const dependencyManager = resource<DependencyManager, DependencyManager>()({
  listedBy: "composer.version",
  list: async (call) => ({ rows: [await observe(call)], unreadable: [], total: undefined }),
  key: () => "composer",
  identity,
  label: () => "composer",
  state: ({ version }) => (version === undefined ? "unknown" : "stateless"),
  facts: ({ version }) => facts({ version }),
  seenRows: (manager) => [manager],
  actions: {
    update: {
      operation: "composer.update",
      offered: ["stateless", "unknown"],
      oneAtATime: true,
      send: (call) => call("composer.update", {}),
      verification: {
        observe,
        identity,
        // "already the latest" is also what the panel says when the download failed
        evaluate: (before, since) => {
          const now = since.at(-1)?.seen?.version;
          if (now === undefined) return "pending";
          // what it was updated to may be what it was
          if (before?.version === undefined) return "unconfirmable";
          return now === before.version ? "unchanged" : "done";
        },
        evidence: ({ version }, before) => {
          const was = before?.version;
          return facts({ version: was === undefined || was === version ? version : `${was} → ${version ?? "?"}` })[0];
        },
      },
    },
  },
});
