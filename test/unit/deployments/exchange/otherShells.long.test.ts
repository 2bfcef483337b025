import { testExchange } from "./exchangeInShell.ts";
import { testMeanwhile } from "./meanwhileInShell.ts";
import { otherShells } from "./exchangeServer.ts";
import { testHeldExchange } from "./heldInShell.ts";
import { testLinks } from "./linksInShell.ts";
import { testRelease } from "./releaseInShell.ts";
import { testStep } from "./stepInShell.ts";
import { testStepInTrouble } from "./stepInTrouble.ts";

for (const shell of otherShells) {
  testExchange(shell);
  testMeanwhile(shell);
  testHeldExchange(shell);
  testLinks(shell);
  testRelease(shell);
  testStep(shell);
  testStepInTrouble(shell);
}
