import { testProjectTargets } from "./projectTargetsOn.ts";

testProjectTargets("aapanel");
