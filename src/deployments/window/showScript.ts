import type { Handler } from "../../commands/context/services.ts";

/** *Show Deployment Script* in the palette: what a server runs, before it does. */
export const showScript: Handler = async ({ editors }) => editors.showScript();
