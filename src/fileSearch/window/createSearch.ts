import type { Talking } from "../../ports/dialogs.ts";
import { SearchView } from "./searchView.ts";
import type { RunningSearches } from "./searchRun.ts";
import { WindowSearch, type SetSearchKey } from "./windowSearch.ts";

/** Makes the search of a window. Its view is made with the first search, for it is not shown before. */
export function createSearch(services: RunningSearches & Talking, setKey: SetSearchKey): WindowSearch {
  return new WindowSearch(services, (search) => new SearchView(search, { ...services, setKey }));
}
