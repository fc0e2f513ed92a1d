export interface Layer {
  /** The path below `src/`. A path with a slash is a separate layer inside another directory. */
  readonly directory: string;
  /** The purpose, for the table in `docs/architecture.md`. */
  readonly holds: string;
  /**
   * The directories that this directory may import. These directories come earlier in the list,
   * because an import must not go up.
   */
  readonly uses: readonly string[];
  /**
   * True if no file of the directory may import a module of Node.js. `except` lists the only files
   * that may. If all files may, the value is undefined.
   */
  readonly pure?: true | { readonly except: readonly string[] };
  /**
   * True if other directories may import only the files directly in this directory, and not the
   * files of the directories inside it.
   */
  readonly hasPrivateDirectories?: true;
  readonly packages?: readonly string[];
}
