import { fixesFor } from "./panels/fixesFor.ts";
import { handlers } from "./handlers.ts";
import { changeKey } from "./panels/changeKey.ts";
import { editPanel } from "./panels/editPanel.ts";
import { dropPanels } from "./panels/movePanels.ts";
import { showAllDemos } from "./panels/openDemo.ts";
import { tellAbandoned } from "./context/runAndTell.ts";
import { switchSettings } from "./resources/terminalSettingCommands.ts";

/** What only a person's click or key sets off; `compose.ts` loads it with the first, for nothing is drawn by it. */
export const interactions = {
  handlers,
  fixesFor,
  changeKey,
  editPanel,
  dropPanels,
  showAllDemos,
  switchSettings,
  tellAbandoned,
};
