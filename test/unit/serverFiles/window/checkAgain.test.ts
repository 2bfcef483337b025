import assert from "node:assert/strict";
import { handlers } from "../../../../src/handlers.ts";
import type { ConfigurationCheck } from "../../../../src/serverFiles/brokenConfiguration.ts";
import type { ConfiguredService } from "../../../../src/serverFiles/configuredServices.ts";
import { groupNodeId } from "../../../../src/tree/treeNodes.ts";
import { RowsOfFiles } from "./rowsOfFiles.ts";

describe("the row of a service whose configuration has a mistake", () => {
  let rows: RowsOfFiles;
  const path = "/www/server/php/82/etc/php.ini";
  const broken = { by: "php-fpm-82", text: "syntax error", place: { path, line: 3 }, startsWithout: true } as const;
  beforeEach(async () => {
    rows = await RowsOfFiles.open();
  });
  afterEach(async () => rows.close());

  /** Follows the light bulb, has it checked again, and tells what was said. */
  async function checkedAgain(check: ConfigurationCheck) {
    const { window, panel } = rows;
    const asked: unknown[] = [];
    Object.assign(window.services, {
      checkAgain: async (...given: readonly [panelId: string, service: ConfiguredService]) => {
        asked.push(given);
        return check;
      },
    });
    window.services.configurations.saw(panel.id, "php-fpm-82", broken);
    const row = await rows.item("service", "PHP-FPM 8.2");
    window.services.tree.rebuild(groupNodeId(panel.id, "service"));
    const { messages, mentioned } = await window.run(handlers["serverPanel.fix"], [row], {
      to: "A check found a mistake in its configuration: “syntax error",
      with: "Check Again",
    });
    assert.deepEqual(asked, [[panel.id, "php-fpm-82"]]);
    return [...messages.slice(1).map(({ message }) => message), ...mentioned];
  }

  it("has it checked again, and says what is so now", async () => {
    assert.deepEqual(await checkedAgain("fine"), ["“PHP-FPM 8.2” accepts its configuration."]);
    assert.deepEqual(await checkedAgain("unknown"), ["The configuration of “PHP-FPM 8.2” could not be checked."]);
    assert.deepEqual(await checkedAgain(broken), [
      `PHP-FPM 8.2 finds a mistake in its configuration: “syntax error”, in line 3 of ${path}.`,
    ]);
  });
});
