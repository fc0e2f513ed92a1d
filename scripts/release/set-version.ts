import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { packageVersion } from "../package-version.ts";
import { closeSection } from "./changelog.ts";

const patterns = [
  ...["package.json", "package-lock.json", "Dockerfile", "README.md"],
  ...["docs/*.md", "examples/**/*.yaml", "manifests/**/*.yaml", "charts/**/*.yaml"],
  ...["test/**/*.scenario", "test/live/**/*.ts", "test/tools/*.test.ts"],
];

/**
 * The strings that precede the version of lease-guard. Another package can have the same version,
 * so the version alone is not sufficient.
 */
const prefixes = [
  ...["lease-guard:", "lease-guard ", "lease-guard@v", "rev: v", "newTag: ", "tag: ", "image.tag=", 'image.version="'],
  ...["app.kubernetes.io/version: ", "lease-guard.dev/version: ", 'appVersion: "', "\nversion: ", '\n  "version": "'],
];

/** Sets the version in the files of a checkout. */
export function setVersion(root: string, version: string): readonly string[] {
  const old = packageVersion(root);
  const today = new Date().toISOString().slice(0, 10);
  const text = (path: string): string => readFileSync(join(root, path), "utf8");
  const changes = [
    ...globSync(patterns, { cwd: root }).map((path) => ({ path, to: withVersion(path, text(path), old, version) })),
    { path: "CHANGELOG.md", to: closeSection(text("CHANGELOG.md"), version, today) },
  ].filter(({ path, to }) => to !== text(path));
  for (const { path, to } of changes) writeFileSync(join(root, path), to);
  return changes.map(({ path }) => path).toSorted();
}

function withVersion(path: string, text: string, old: string, version: string): string {
  if (path === "package-lock.json") return withLockedVersion(text, version);
  return prefixes.reduce((changed, prefix) => changed.replaceAll(prefix + old, prefix + version), text);
}

/** Sets the version of the project in the lock file, which contains this version twice. */
function withLockedVersion(text: string, version: string): string {
  const lock = JSON.parse(text) as { readonly packages: Readonly<Record<string, object>> };
  const packages = { ...lock.packages, "": { ...lock.packages[""], version } };
  return `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`;
}
