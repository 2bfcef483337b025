import type { TestState } from "../demoPanel/state.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { AAPANEL_LAB_NOW, becomeAapanelLab } from "./aapanelLab.ts";
import { becomeLab, LAB_NOW } from "./lab.ts";

/** The panels that were recorded, as they were in most recordings. */
interface Lab {
  /** Makes a demo panel the recorded one. */
  readonly become: (state: TestState) => void;
  /** When it was recorded. */
  readonly now: number;
}

/** One of each edition. */
export const labs: Readonly<Record<KnownEdition, Lab>> = {
  baota: { become: becomeLab, now: LAB_NOW },
  aapanel: { become: becomeAapanelLab, now: AAPANEL_LAB_NOW },
};
