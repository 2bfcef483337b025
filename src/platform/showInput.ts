import * as vscode from "vscode";
import type { InputRequest } from "../ports/dialogs.ts";

/** Asks for a text whose box may have buttons, as `showInputBox` does not; `undefined`: it was dismissed. */
export async function showInput(request: InputRequest): Promise<string | undefined> {
  const { title, prompt, value = "", placeholder, password = false, problem = () => undefined } = request;
  const buttons = (request.buttons ?? []).map(({ icon, tooltip, press }) => {
    const button: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon(icon), tooltip };
    return [button, press] as const;
  });
  const box = vscode.window.createInputBox();
  try {
    Object.assign(box, { title, prompt, value, placeholder, password });
    box.buttons = buttons.map(([button]) => button);
    // what was typed must survive a look at another window
    box.ignoreFocusOut = true;
    return await new Promise((resolve) => {
      box.onDidTriggerButton((pressed) => void buttons.find(([button]) => button === pressed)?.[1]());
      box.onDidChangeValue((typed) => (box.validationMessage = problem(typed)));
      box.onDidAccept(() => {
        box.validationMessage = problem(box.value);
        if (box.validationMessage === undefined) resolve(box.value);
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}
