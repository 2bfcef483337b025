/** Knowing what is selected in the side bar. */
export interface Selecting {
  /** Ids of the nodes that are selected. */
  readonly selection: () => readonly string[];
}

/** Bringing rows of the side bar into sight. */
export interface Revealing {
  /** Selects a node in the side bar, and focuses it unless `focus` is false. Never rejects. */
  readonly reveal: (
    nodeId: string,
    options: { readonly expand: boolean | number; readonly focus?: boolean },
  ) => Promise<void>;
}

/** Redrawing rows of the side bar. */
export interface Redrawing {
  /** Redraws a node, such as one with a clicked checkbox. */
  readonly showAgain: (nodeId: string) => void;
}

/** Acting on the rows of the side bar to which a key was pressed. */
export interface OnKeys {
  /** Ids of the nodes that a key acts on, because keys pass no arguments to their commands. */
  readonly keyTargets: () => Promise<readonly string[]>;
}
