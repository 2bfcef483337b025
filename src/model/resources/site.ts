import type { Site } from "../../panel/operations/sites.ts";
import { plainText } from "../../panel/plainText.ts";
import { facts } from "../facts.ts";
import type { Resource, ResourceState } from "../resource.ts";

const PAGE_SIZE = 200;

function stateOf({ running }: Site): ResourceState {
  if (running === undefined) return "unknown";
  return running ? "running" : "stopped";
}

/** Websites (panel-reference.md 3). */
export const site: Resource<Site> = {
  list: (call, page) => call("site.list", { page, limit: PAGE_SIZE }),
  key: ({ id }) => (id === undefined ? undefined : String(id)),
  label: ({ name, id }) => name ?? String(id),
  state: stateOf,
  facts: (row) =>
    facts({
      type: row.type === "PHP" ? undefined : row.type,
      // projects of other types carry a PHP version that means nothing
      php: row.type === "PHP" ? row.php : undefined,
      certificateDays: typeof row.certificate === "object" ? row.certificate.daysLeft : undefined,
      root: row.root,
      note: row.note === undefined ? undefined : plainText(row.note),
    }),
  actions: {},
};
