import { firstSteps } from "../ports/workbench.ts";
import type { Handler } from "./context/services.ts";

/** Shows the first steps; a link may name one of them. */
export const openFirstSteps: Handler = async ({ guide }, [given]) =>
  guide.open(firstSteps.find((step) => step === given));
