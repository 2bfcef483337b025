import { type KnownEdition, knownEditions } from "../../src/wire/answers/operation.ts";

/**
 * Defines tests of what the server's script does, each on the one edition that its title draws: they differ in their answers alone, and
 * these come in every deployment. With `FUZZ=full` each test runs on each of them.
 */
export function turnsOf(edition: KnownEdition): (title: string, test: Mocha.AsyncFunc) => void {
  return (title, test) => {
    if (editionDrawnBy(title) === edition || process.env["FUZZ"] === "full") it(title, test);
  };
}

/** The edition of a title, whatever tests there are beside it. */
export function editionDrawnBy(title: string): KnownEdition {
  const sum = Buffer.from(title).reduce((total, byte) => total + byte, 0);
  return knownEditions[sum % knownEditions.length] ?? knownEditions[0];
}
