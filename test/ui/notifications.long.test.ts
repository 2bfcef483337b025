import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLongerThanLine } from "../../src/texts/message.ts";
import { useWindow } from "./pages/useVsCode.ts";
import { addPanel, usePanel } from "./panels.ts";

const L10N = join(import.meta.dirname, "../../l10n");

/** All texts of the product, in both languages, that it shows without a button where they are all of a notification. */
const short = ["bundle.l10n.json", "bundle.l10n.zh-cn.json"].flatMap((name) => {
  const texts = JSON.parse(readFileSync(join(L10N, name), "utf8")) as Readonly<Record<string, string>>;
  return Object.values(texts).filter((text) => !isLongerThanLine(text));
});

describe("A notification without buttons", () => {
  const here = useWindow();
  const used = usePanel();

  it("shows a whole line of what the product takes for one, in both languages", async () => {
    const { window } = here;
    await addPanel(window, "Shop", used.panel);
    await window.command("Server Panel: Export Panels…");
    await window.quickInput.waitFor("Export Panels");
    await window.quickInput.check("Shop");
    await window.quickInput.checked("0 Selected");
    await window.quickInput.field.press("Enter");
    const notification = window.notification("Nothing was exported");
    await notification.waitFor();
    assert.deepEqual(await notification.buttons(), []);
    assert.ok(
      short.filter((text) => text.length > 45 || /[\u4e00-\u9fff]{20}/.test(text)).length > 100,
      "lines are nearly full",
    );
    assert.deepEqual(await notification.cutAmong(short), []);
    assert.equal((await notification.cutAmong([`${short[0]} `.repeat(20)])).length, 1, "it measures");
    await window.screenshot("short-notification");
  });
});
