import type { Identity } from "./identity.ts";
import { resource, type Call, type Target } from "./resource.ts";

/** The Python that the panel itself runs on. */
export interface PanelRuntime {
  readonly name: "python";
}

/** What is known of an upgrade; `running` is false in the first moments too (docs/protocol.md 12.2). */
interface Upgrade {
  readonly running: boolean | undefined;
  readonly log: string | undefined;
}

async function observe(call: Call): Promise<Upgrade> {
  const { running, log } = await call("runtime.upgradeLog", {});
  return { running, log };
}

/** Every panel runs on one. */
export const runtimeTarget: Target = { key: "python", label: "python" };

const identity = (): Identity => ["python"];

/** The panel's runtime. Nothing is asked to show it: its log is read when somebody follows it. */
export const runtime = resource<PanelRuntime, Upgrade>()({
  listedBy: "runtime.upgradeLog",
  list: async () => ({ rows: [{ name: "python" }], unreadable: [], total: undefined }),
  key: ({ name }) => name,
  identity,
  label: ({ name }) => name,
  state: () => "stateless",
  facts: () => [],
  seenRows: () => [{ name: "python" }],
  actions: {
    upgrade: {
      operation: "runtime.startUpgrade",
      offered: ["stateless"],
      send: (call) => call("runtime.startUpgrade", {}),
      verification: {
        observe,
        identity,
        isAlready: ({ running }) => running === true,
        evaluate: (before, since) => {
          const now = since.at(-1)?.seen;
          // one that runs may have run before
          if (now?.running === true) return before?.running === undefined ? "unconfirmable" : "done";
          // it may have run and ended between two readings; an empty log was merely cleared for it
          const hasWritten = (now?.log ?? "") !== "" && before?.log !== undefined && now?.log !== before.log;
          return hasWritten ? "done" : "pending";
        },
        evidence: () => undefined,
      },
    },
  },
  log: {
    mode: "upgrade",
    pieces: 1_000,
    read: async (call) => {
      const { running, log = "" } = await call("runtime.upgradeLog", {});
      return { text: log, running };
    },
  },
});
