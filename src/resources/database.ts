import * as l10n from "@vscode/l10n";
import type { Account } from "../wire/operations/accounts.ts";
import {
  archiveFact,
  backedUp,
  hasNoBackup,
  newBackup,
  onBackupTimeout,
  readBackups,
  type WithBackups,
} from "./backUp.ts";
import { facts } from "./facts.ts";
import { assertAbsent, onlyRow } from "./onlyRow.ts";
import { PAGE_SIZE, readPages } from "./processes.ts";
import { type Call, type Identity, resource, type Target } from "./resource.ts";

type Seen = Account & WithBackups;

const keyOf = ({ id }: Account): string | undefined => (id === undefined ? undefined : String(id));
const identity = (row: Account): Identity => [keyOf(row), row.name];

/** "db.example.com:3306", with brackets round an IPv6 address. */
function hostOf({ host, port }: NonNullable<Account["address"]>): string {
  const name = host.includes(":") ? `[${host}]` : host;
  if (port === undefined) return name;
  return `${name}:${port}`;
}

/** From where a user may connect; of a database elsewhere, the panel has words of its own for that. */
function accessText(access: Account["access"], address: Account["address"]): string | undefined {
  if (address !== undefined) return undefined;
  if (access === "%") return l10n.t("everywhere");
  return access;
}

/** With its backups. Throws unless it is certainly found or absent. */
async function observe(call: Call, { key }: Target): Promise<Seen | undefined> {
  const pages = await readPages((page) => call("site.databases", { page, limit: PAGE_SIZE }));
  const found = onlyRow(
    pages.flatMap(({ rows }) => rows),
    (row) => keyOf(row) === key,
  );
  if (found === undefined) assertAbsent(pages, keyOf);
  return found && { ...found, ...(await readBackups(call, "database", Number(key))) };
}

/** Databases of MySQL in the panel's own table, which MySQL need not run for (docs/protocol.md 6.37). */
export const database = resource<Account, Seen>()({
  words: {
    list: () => l10n.t("Databases"),
    one: () => l10n.t("database"),
    many: (count) => l10n.t("{0} databases", count),
    all: () => l10n.t("databases"),
    none: () => l10n.t("No databases"),
    whereMade: () => l10n.t("add one in the panel"),
  },
  icon: "database",
  rowIcon: "database",
  factNames: {
    user: () => l10n.t("User"),
    access: () => l10n.t("Access from"),
    server: () => l10n.t("Server"),
    archive: () => l10n.t("Archive"),
  },
  rowFacts: ["database.user", "database.access", "database.server"],
  listedBy: "site.databases",
  list: (call, page) => call("site.databases", { page, limit: PAGE_SIZE }),
  key: keyOf,
  identity,
  label: ({ name, id }) => name ?? String(id ?? ""),
  state: () => "stateless",
  facts: ({ name, user, access, address }) =>
    facts({
      // mostly they are called alike
      "database.user": user === name ? undefined : user,
      "database.access": accessText(access, address),
      "database.server": address && hostOf(address),
    }),
  seenRows: ({ backups: _backups, ...row }) => [row],
  actions: {
    backUp: {
      operation: "database.backUp",
      words: {
        ...backedUp,
        // of a database that MySQL no longer has, panels write an archive without any table (docs/protocol.md 20.3)
        caveat: () => l10n.t("Whether the archive has all tables was not checked."),
      },
      offered: ["stateless"],
      send: (call, { key }) => call("database.backUp", { id: Number(key) }),
      verification: {
        observe,
        identity,
        isDoubtful: hasNoBackup,
        proofs: [newBackup],
        onTimeout: onBackupTimeout,
        evidence: (seen, before) => archiveFact(seen, before, "database.archive"),
      },
    },
  },
  backups: { offered: ["stateless"], of: "database" },
  copies: [
    {
      what: () => l10n.t("Connection"),
      // from the server itself: a database on one of the panel's other servers has an address that the list does not tell
      textOf({ name, user, server = 0, address }) {
        if (name === undefined || user === undefined || server !== 0) return undefined;
        const host = address ? hostOf(address) : "127.0.0.1";
        return `mysql://${encodeURIComponent(user)}@${host}/${encodeURIComponent(name)}`;
      },
    },
  ],
});
