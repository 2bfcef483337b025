import assert from "node:assert/strict";
import { credentialsText } from "../../../src/siteForm/page/credentialsText.ts";
import { siteFormTexts } from "../../../src/siteForm/siteFormTexts.ts";
import { createdOutcome } from "../../ui/form/fakeHost.ts";

describe("credentialsText", () => {
  it("has the site and every credential, a line for each", () => {
    assert.equal(
      credentialsText(siteFormTexts().form, createdOutcome.siteName, createdOutcome.credentials),
      [
        "Website: shop.example.com",
        "FTP user: shop_example_com",
        "FTP password: Ftp-Secret-123456",
        "Database: shop_example_com",
        "Database user: shop_example_com",
        "Database password: Db-Secret-123456",
        "",
      ].join("\n"),
    );
  });
});
