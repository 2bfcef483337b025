import { testProjectTargets } from "./projectTargetsOn.ts";

testProjectTargets("baota");
