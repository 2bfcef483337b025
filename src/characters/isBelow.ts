/** Whether a path lies in a directory, and is not the directory itself. Neither ends with `/`, but for the root. */
export function isBelow(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory === "/" ? directory : `${directory}/`);
}

/** Whether a path is a directory or lies in it. */
export function isIn(path: string, directory: string): boolean {
  return path === directory || isBelow(path, directory);
}
