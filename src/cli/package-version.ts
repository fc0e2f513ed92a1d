import { packageFile } from "./package-file.ts";

/** The version in our package.json. */
export function packageVersion(): string {
  return (JSON.parse(packageFile("package.json")) as { readonly version: string }).version;
}
