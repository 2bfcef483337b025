import type { ItemNode } from "../../tree/treeNodes.ts";

/** The body of a command, with the services that it needs. It may throw: the error boundary is around it. */
export type Handler<Needed> = (services: Needed, args: readonly unknown[]) => Promise<void>;

/** The body of a command on one resource. */
export type OnItem<Needed> = (services: Needed, item: ItemNode) => Promise<void>;
