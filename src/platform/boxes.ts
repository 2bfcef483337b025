import { showInput } from "./showInput.ts";
import { showList } from "./showList.ts";
import { showLiveList } from "./showLiveList.ts";

/** Those in which a person chooses and types; `dialogs.ts` loads them with the first, for only commands show any. */
export const boxes = { showInput, showList, showLiveList };
