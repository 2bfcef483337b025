/** A file, and the defects to plant in it, each as `[defect, find, replace]`. */
export type DefectsOf = readonly [file: string, ...(readonly [defect: string, find: string, replace: string])[]];

/** Defects by file, each as `[defect, file, find, replace]`. */
export function defectsIn(files: readonly DefectsOf[]) {
  return files.flatMap(([file, ...defects]) =>
    defects.map(([defect, find, replace]) => [defect, file, find, replace] as const),
  );
}
