import { facts } from "../facts.ts";
import { action, type Call, type Resource } from "../resource.ts";

/** PHP's dependency manager on the server; `version` is undefined where there is none, or it does not tell. */
export interface DependencyManager {
  readonly version: string | undefined;
}

async function observe(call: Call): Promise<DependencyManager> {
  return { version: (await call("composer.version", {})).version };
}

/** Composer (panel-reference.md 2.7, 3). */
export const dependencyManager: Resource<DependencyManager> = {
  list: async (call) => ({ rows: [await observe(call)], unreadable: [], total: undefined }),
  key: () => "composer",
  label: () => "composer",
  state: ({ version }) => (version === undefined ? "unknown" : "known"),
  facts: ({ version }) => facts({ version }),
  actions: {
    update: action<DependencyManager, DependencyManager>({
      operation: "composer.update",
      offered: ["known", "unknown"],
      send: (call) => call("composer.update", {}),
      verification: {
        observe,
        // "already the latest" is also what the panel says when the download failed
        judge: (before, since) => {
          const now = since.at(-1)?.seen?.version;
          if (now === undefined) return "pending";
          return now === before?.version ? "unchanged" : "done";
        },
        evidence: ({ version }, before) =>
          facts({
            version: version === before?.version ? version : `${before?.version ?? "?"} → ${version ?? "?"}`,
          })[0],
      },
    }),
  },
};
