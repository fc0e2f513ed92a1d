import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kubernetesVersions, oldestExportVersion } from "../../src/core/api/kubernetes-version.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { modeOf } from "../../src/policy/resolve.ts";
import { rules } from "../../src/rules/index.ts";
import { firstPolicies, newest, older } from "../live/harness/release.ts";
import { here } from "./checkout.ts";

const read = (path: string): string => readFileSync(join(here, path), "utf8");
const page = read("docs/versioning.md");
const { version, engines } = JSON.parse(read("package.json"));
const { kubeVersion } = parse(read("charts/lease-guard/Chart.yaml"));
const matrix = (file: string, job: string) => parse(read(`.github/workflows/${file}`)).jobs[job].strategy.matrix;
const helmVersions = Array.from(read(".ci/layer-assets").matchAll(/helm-\d\) version=(\S+)/g), ([, each = ""]) => each);
const [, imageNode] = /^ARG RUNTIME_IMAGE=.*nodejs(\d+)-/m.exec(read("Dockerfile")) ?? [];

/** Returns the oldest minor version in a range such as `>=1.30.0-0` or `>=20.19`. */
const oldestOf = (range: string): string => /^>=(\d+\.\d+)/.exec(range)?.[1] ?? "";

/** The cells of the table of compatibility, by component. */
const rows = Object.fromEntries(
  (page.split("\n## Compatibility\n")[1] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, -2).split(" | "))
    .map(([component = "", ...cells]) => [component, cells]),
);

describe("the table of compatibility", () => {
  it.each<[component: string, supported: string, eachChange: string, eachWeek: string]>([
    ["Component", "Supported", "Tested with each change", "Tested each week"],
    [
      "API server, for the webhook and the chart",
      `${oldestOf(kubeVersion)} and later`,
      newest.version,
      matrix("weekly.yml", "api-server").kubernetes.join(", "),
    ],
    [
      "API server, for exported policies",
      `${oldestExportVersion} and later`,
      newest.version,
      `${firstPolicies.version}, ${older.version}`,
    ],
    [
      "Rules, for `--kubernetes-version`",
      kubernetesVersions.join(", "),
      "the validation code of each of these versions",
      "same",
    ],
    ["Node.js", `${oldestOf(engines.node)} and later`, matrix("ci.yml", "checks").node.join(", "), "20"],
    ["Node.js of the image", imageNode ?? "", "not tested as an image", "not tested as an image"],
    ["Helm", `${helmVersions[0]?.replace(/\.\d+$/, "")} and later, and 4`, helmVersions.join(", "), "same"],
  ])("names the versions of: %s", (component, ...cells) => expect(rows[component]).toEqual(cells));

  it("has no other rows, and names the version of lease-guard", () => {
    expect(Object.keys(rows)).toHaveLength(7);
    expect(page).toContain(`The table describes lease-guard ${version}.\n`);
  });
});

/** The rules that the changelog lists as newly denied, in the section of any version. */
const listed = read("CHANGELOG.md")
  .split(/^##/m)
  .filter((section) => section.startsWith("# Newly denied in strict\n"))
  .flatMap((section) => section.split("\n").filter((line) => line.startsWith("- ")))
  .flatMap((line) => Array.from(line.matchAll(/`([a-z-]+\/[a-z0-9-]+)`/g), ([, id = ""]) => id));

/** The rules that deny with the profile `strict`, and not with the profile `default`. */
const denied: readonly string[] = rules
  .filter((rule) => modeOf(rule, { ...defaultPolicy, profile: "strict" }) === "deny" && modeOf(rule) !== "deny")
  .map(({ id }) => id);

describe("the versions of rules", () => {
  it("let a rule deny in strict only if the changelog lists it", () => {
    expect(denied.length).toBeGreaterThan(0);
    expect(denied.filter((id) => !listed.includes(id))).toEqual([]);
  });

  it("name the section of the changelog", () => {
    expect(page).toContain("`Newly denied in strict`");
    expect(read("CHANGELOG.md")).toContain("\n### Newly denied in strict\n");
  });
});
