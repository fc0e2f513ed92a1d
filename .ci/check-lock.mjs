// Checks that the entries of the lock file have hashes, so that npm verifies each package that it
// installs. Only optional development tools for certain platforms can lack a hash, because some
// registries do not have these tools. Also rejects links, and packages that do not come from a
// registry.
import { readFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const entries = Object.entries(packages).filter(([place]) => place !== "");

/**
 * Returns the reason why npm could install a package that differs from the one in the lock file.
 * Returns undefined if there is no reason.
 */
function errorOf({ integrity, resolved, optional, dev, os, cpu, link }) {
  if (link === true) return "must not be a link";
  if (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved)) return "must come from a registry";
  if (integrity !== undefined) return /^sha512-[\w+/]{86}==$/.test(integrity) ? undefined : "must have a SHA-512 hash";
  return optional && dev && (os ?? cpu) ? undefined : "must have a hash";
}

const errors = entries.flatMap(([place, locked]) => {
  const error = errorOf(locked);
  return error === undefined ? [] : [`${place} ${error}`];
});
for (const error of errors) console.error(error);
if (errors.length === 0)
  console.log(`${entries.length} packages, ${entries.filter(([, { integrity }]) => integrity).length} with a hash`);
process.exitCode = errors.length === 0 && entries.length > 0 ? 0 : 1;
