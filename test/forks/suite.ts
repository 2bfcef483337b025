/** The tests that are bundled beside it are its own. */
export { run } from "../host/suite.ts";
