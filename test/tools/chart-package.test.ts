import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { filesBelow } from "../../scripts/generate/files-below.ts";
import { chartFolder, helm, helmMajors } from "../harness/helm.ts";
import { type OciRegistry, startOciRegistry } from "../harness/oci-registry.ts";
import { renderedChart } from "./rendered-chart.ts";

const { version } = JSON.parse(readFileSync(join(chartFolder, "../../package.json"), "utf8"));

describe.each(helmMajors)("Helm %s", (major) => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-package-"));
  const archive = join(folder, `lease-guard-${version}.tgz`);
  let registry: OciRegistry;
  beforeAll(async () => {
    registry = await startOciRegistry();
    expect(await helm(major, ["package", chartFolder, `--destination=${folder}`])).toMatchObject({ status: 0 });
  });
  afterAll(() => {
    registry.stop();
    rmSync(folder, { recursive: true });
  });

  test("the package contains every file of the chart, and no other file", () => {
    const packed = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" }).trim().split("\n");
    const files = filesBelow(chartFolder, "").filter((path) => /\.[a-zA-Z]+$/.test(path));
    expect(packed.sort()).toEqual(files.map((path) => `lease-guard/${path}`).sort());
    expect(packed).toContain("lease-guard/values.schema.json");
  });

  test("the version of the chart and of the image is that of the npm package", () => {
    expect(parse(readFileSync(join(chartFolder, "Chart.yaml"), "utf8"))).toMatchObject({
      version,
      appVersion: version,
    });
  });

  test("the package in an OCI registry gives the same objects as the directory", async () => {
    const repository = `oci://${registry.address}/charts`;
    expect(await helm(major, ["push", archive, repository, "--plain-http"])).toMatchObject({ status: 0 });
    const pulled = [
      "pull",
      `${repository}/lease-guard`,
      `--version=${version}`,
      "--plain-http",
      "--untar",
      `--untardir=${folder}`,
    ];
    expect(await helm(major, pulled)).toMatchObject({ status: 0 });
    const set = ["image.repository=lease-guard"];
    const expected = await renderedChart(major, { set });
    for (const chart of [join(folder, "lease-guard"), archive])
      expect(await renderedChart(major, { chart, set })).toEqual(expected);
  });
});
