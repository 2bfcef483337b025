import { strict as assert } from "node:assert";
import { useVsCode } from "./useVsCode.ts";

describe("The side bar", () => {
  const vscode = useVsCode();

  it("shows the demo panel, in both themes", async () => {
    const window = await vscode().open();
    await window.openView();
    await window.row("Demo").waitFor();
    assert.deepEqual(await window.rows(), ["Demo"]);
    for (const theme of ["dark", "light"] as const) {
      await vscode().setTheme(theme);
      await window.screenshot(`smoke-${theme}`);
    }
  });
});
