import assert from "node:assert/strict";
import { fieldText } from "../../../src/texts/fieldTexts.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { assertText } from "./sentence.ts";

/** Where in a list, and switches: nothing that a person types, and nothing that a panel could not take. */
const UNTYPED = ["page", "limit", "route", "on", "withRoot", "withFtp", "withDatabase", "paths"];

describe("The name of a parameter", () => {
  it("is in words for everything that a person can put into an operation", () => {
    const fields = Object.values(operations).flatMap(({ params }) =>
      "entries" in params ? Object.keys(params.entries as object) : [],
    );
    assert.ok(fields.length > 20);
    for (const field of new Set(fields.filter((each) => !UNTYPED.includes(each)))) {
      assertText(fieldText(field));
      assert.match(fieldText(field), /^[A-Z]/, field);
    }
  });

  it("is that of the whole for a part", () => {
    assert.equal(fieldText("additionalDomains.0"), "Additional domains");
    assert.equal(fieldText("ftp.password"), fieldText("ftp"));
  });

  it("is the parameter's own where there is no word for it", () => {
    assert.equal(fieldText("flavour.sweet"), "flavour.sweet");
  });
});
