export function installOnce(directory: string, recipe: string, install: () => Promise<void>): Promise<void>;
export function npmCi(directory: string, args?: readonly string[]): Promise<void>;
export function withoutProject(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
