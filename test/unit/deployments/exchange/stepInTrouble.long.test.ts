import { usualShell } from "./exchangeServer.ts";
import { testStepInTrouble } from "./stepInTrouble.ts";

testStepInTrouble(usualShell);
