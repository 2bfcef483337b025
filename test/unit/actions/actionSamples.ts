import type { Verb } from "../../../src/resources/verbs.ts";
import type { ActionInput } from "../../../src/resources/resource.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import type { Listing } from "../../../src/wire/answers/listing.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { checkedPair } from "../certificates/pairs.ts";
import { containerRow, fileEntry, javaRow, listOf, orderRow, siteRow } from "../../fakes/rows.ts";

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

/** A sample of a kind, on which actions can be tried. */
export interface ActionSample {
  /** The row as a person saw it, in a state that the action changes. */
  readonly shownFor: (verb: Verb) => object;
  /** Another row under the same key, and its difference in words; absent if only the key identifies a target. */
  readonly another: { readonly row: object; readonly now: string } | undefined;
  /** The reads of a panel that lists the row. */
  readonly reads: (listing: Listing<object>, verb: Verb) => Handlers;
  /** The choices without which an action sends nothing. */
  readonly inputs?: Readonly<Partial<Record<Verb, ActionInput>>>;
}

const DAILY = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };

const isToRun = (verb: Verb): boolean => verb === "start";

function dockerStatusFor(verb: Verb): string {
  if (isToRun(verb)) return "exited";
  return verb === "unpause" ? "paused" : "running";
}

const certificate = { daysLeft: 3, validTo: "2026-11-26", issuer: "R11", domains: ["docs.example.com"] };

/** A sample of every kind with actions. */
export const actionSamples: Readonly<Partial<Record<ResourceKind, ActionSample>>> = {
  site: {
    shownFor: (verb) => siteRow({ id: 7, name: "docs.example.com", type: "PHP", running: !isToRun(verb), certificate }),
    another: { row: { name: "shop.example.com" }, now: "shop.example.com" },
    reads: (listing) => ({
      ...listed("site.list", listing),
      // of a website without a certificate
      "file.text": () => ({ text: "server {}" }),
      "backup.list": () => ({ rows: [], unreadable: [], total: 0 }),
      "certificate.list": () => listOf([{ ...certificate, index: "0a" }]),
      // nothing to keep, and no web server to ask
      "file.stat": ({ paths }: { readonly paths: readonly string[] }) =>
        listOf(paths.map((path) => fileEntry(path, false))),
      "service.list": () => ({ rows: [], unreadable: [], total: 0 }),
    }),
    inputs: {
      installCertificate: { certificate: { ...checkedPair(Date.now()), replaces: "none" } },
      orderCertificate: { order: { domains: ["docs.example.com"], replaces: "none" } },
    },
  },
  javaProject: {
    shownFor: (verb) => javaRow({ name: "demo", type: "springboot", pids: isToRun(verb) ? [] : [1], listening: [80] }),
    another: { row: { type: "neizhi" }, now: "neizhi" },
    reads: (listing) => listed("java.list", listing),
  },
  project: {
    shownFor: (verb) => ({ ...javaRow({ name: "web", pids: isToRun(verb) ? [] : [1], listening: [80] }), type: "go" }),
    another: undefined,
    reads: (listing) => listed("project.listGo", listing),
  },
  container: {
    shownFor: (verb) => containerRow({ id: ID, name: "web", status: dockerStatusFor(verb) }),
    another: { row: { name: "database" }, now: "database" },
    reads: (listing, verb) => {
      const [row] = listing.rows as readonly { readonly id: string; readonly name: string }[];
      const info = { status: dockerStatusFor(verb), running: !isToRun(verb), startedAt: "t", ports: [] };
      return {
        ...listed("container.list", listing),
        "container.info": () =>
          row === undefined ? failing({ kind: "page", status: 502 })() : { ...info, id: row.id, name: row.name },
      };
    },
  },
  service: {
    shownFor: (verb) => ({ name: "nginx", version: "1.24.0", running: !isToRun(verb) }),
    another: undefined,
    reads: (listing, verb) => ({
      ...listed("service.list", listing),
      "file.stat": ({ paths }: { readonly paths: readonly string[] }) =>
        listOf(paths.map((path) => ({ path, exists: !isToRun(verb), isFile: true, bytes: 4, mtime: 1 }))),
      "file.text": () => ({ text: "901\n" }),
    }),
  },
  database: {
    shownFor: () => ({ id: 2, site: 0, name: "shop_db", user: "shop_db", server: 0 }),
    another: { row: { name: "notes" }, now: "notes" },
    reads: (listing) => ({
      ...listed("site.databases", listing),
      "backup.list": () => ({ rows: [], unreadable: [], total: 0 }),
    }),
  },
  scheduledTask: {
    shownFor: (verb) => ({
      id: 4,
      name: "backup",
      on: verb !== "turnOn",
      schedule: "daily",
      rhythm: DAILY,
      loggedOnServer: "",
    }),
    another: { row: { name: "cleanup" }, now: "cleanup" },
    reads: (listing) => listed("scheduledTask.list", listing),
  },
  certificateOrder: {
    shownFor: () => orderRow({ index: "0a", domains: ["docs.example.com"] }),
    another: { row: { domains: ["a.com", "b.com"] }, now: "a.com, b.com" },
    reads: (listing) => listed("certificateOrder.list", listing),
  },
  terminalSetting: {
    shownFor: (verb) => ({ name: "theme", on: verb === "turnOff" }),
    another: undefined,
    reads: (_listing, verb) => ({
      "terminal.settings": () => ({
        completion: undefined,
        theme: verb === "turnOff",
        aiShell: undefined,
        aiAnalysis: undefined,
      }),
    }),
  },
  dependencyManager: {
    shownFor: () => ({ version: "2.7.0" }),
    another: undefined,
    reads: () => ({ "composer.version": () => ({ version: "2.7.0" }) }),
  },
  runtime: {
    shownFor: () => ({ name: "python" }),
    another: undefined,
    reads: () => ({ "runtime.upgradeLog": () => ({ running: false, log: "", message: undefined }) }),
  },
};

/** A list with rows on its first page only. */
function listed(id: OperationId, listing: Listing<object>): Handlers {
  return {
    [id]: ({ page = 1 }: { readonly page?: number }) => (page === 1 ? listing : listOf([], listing.total)),
  };
}
