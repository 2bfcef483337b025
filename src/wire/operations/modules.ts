/** Modules of panels whose operations stand in several files. */
export const siteModule = { route: "site", path: "/site" } as const;
export const dataModule = { route: "data", path: "/data" } as const;
export const systemModule = { route: "system", path: "/system" } as const;
export const configModule = { route: "config", path: "/config" } as const;
export const filesModule = { route: "files", path: "/files" } as const;
