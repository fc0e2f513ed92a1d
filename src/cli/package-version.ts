import { readFileSync } from "node:fs";

/** The version in our package.json, which stands two folders above this one in the package as in the checkout. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
