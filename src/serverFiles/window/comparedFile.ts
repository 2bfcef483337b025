import type { FilePlace } from "../filePlace.ts";

/** The file of a server that others are compared with. */
export interface ComparedFile {
  readonly get: () => FilePlace | undefined;
  readonly set: (place: FilePlace) => void;
}

/** Keeps it as long as the window is open, as the Explorer does. @param onSet whenever there is one */
export function comparedFile(onSet: () => void): ComparedFile {
  let selected: FilePlace | undefined;
  return {
    get: () => selected,
    set(place) {
      selected = place;
      onSet();
    },
  };
}
