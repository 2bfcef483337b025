import { testExchange } from "./exchangeInShell.ts";
import { testMeanwhile } from "./meanwhileInShell.ts";
import { otherShells } from "./exchangeServer.ts";
import { testHeldExchange } from "./heldInShell.ts";
import { testRelease } from "./releaseInShell.ts";
import { testStep } from "./stepInShell.ts";
import { testStepInTrouble } from "./stepInTrouble.ts";

for (const shell of otherShells) {
  testExchange(shell);
  testMeanwhile(shell);
  testHeldExchange(shell);
  testRelease(shell);
  testStep(shell);
  testStepInTrouble(shell);
}
