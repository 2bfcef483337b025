import type { StorageProblem } from "../../../src/storage/storageError.ts";
import { storageText } from "../../../src/texts/storageTexts.ts";
import { assertDistinct, assertSentence } from "./sentence.ts";

describe("What is said of this computer's storage", () => {
  it("is a sentence of its own for every problem", () => {
    const problems: { readonly [K in StorageProblem["kind"]]: Extract<StorageProblem, { kind: K }> } = {
      secretsUnavailable: { kind: "secretsUnavailable" },
      fileFailed: { kind: "fileFailed", code: "ENOSPC" },
      gone: { kind: "gone" },
      unreadable: { kind: "unreadable" },
    };
    const told = Object.values(problems).map((problem) => storageText(problem));
    for (const text of told) assertSentence(text);
    assertDistinct(told);
    assertSentence(storageText(problems.fileFailed), "ENOSPC");
  });
});
