/**
 * Reports whether an absolute path is a directory or is below it. Neither path has `..` or links.
 */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}
