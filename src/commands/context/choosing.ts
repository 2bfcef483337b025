import type { Talking } from "../../ports/dialogs.ts";
import type { Selecting } from "../../views/drawnTree.ts";
import type { KnownPanels } from "./knownPanels.ts";

/** The services needed to choose the target of a command. */
export interface Choosing extends KnownPanels, Selecting, Talking {}
