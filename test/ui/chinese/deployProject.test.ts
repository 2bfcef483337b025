import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures, SHOP } from "./shop.ts";

const GO = "gateway";

describe("In Chinese, a project that takes a folder or a program", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();

  it("gets the one that a person chooses", async () => {
    const { workspace } = here.vscode;
    mkdirSync(join(workspace, "dist"), { recursive: true });
    writeFileSync(join(workspace, "dist/页面.html"), "<h1>新</h1>");
    const { window } = here;
    const { quickInput } = window;
    await addShop(window, used.panel);
    await window.row(chinese("Projects")).expand();
    await window.row(GO).choose(chineseTitle("command.project.deploy"));
    await quickInput.row(chinese("A program")).waitFor();
    await pictures(here.vscode, window, "deploy-project-what");
    await quickInput.pick(chinese("A folder"));
    await quickInput.pick("dist");
    await quickInput.waitFor(chinese("Directory below that of the project; empty for that itself"));
    await quickInput.type("");
    await quickInput.waitFor(chinese("Deploy “{0}” to “{1}” on “{2}”", "dist", GO, SHOP));
    await quickInput.row("页面.html").waitFor();
    await pictures(here.vscode, window, "deploy-project-preview");
    await window.page.keyboard.press("Enter");
    await window.notification(chinese("The project runs.")).waitFor();
    await pictures(here.vscode, window, "deploy-project-end");
  });
});
