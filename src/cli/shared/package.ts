import { readdirSync, readFileSync } from "node:fs";

/** The text of a file of our package, which stands two folders above this one in the package as in the checkout. */
export function packageFile(path: string): string {
  return readFileSync(packagePath(path), "utf8");
}

/** The paths of the files below a folder of our package, from the package's root and in code-unit order. */
export function packageFiles(folder: string): readonly string[] {
  const names = readdirSync(packagePath(folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`).sort();
}

function packagePath(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** The version in our package.json. */
export function packageVersion(): string {
  return (JSON.parse(packageFile("package.json")) as { readonly version: string }).version;
}
