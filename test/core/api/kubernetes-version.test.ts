import { describe, expect, it } from "vitest";
import {
  defaultKubernetesVersion,
  kubernetesVersions,
  parseExportVersion,
  parseKubernetesVersion,
  servedIn,
  servingVersions,
} from "../../../src/core/api/kubernetes-version.ts";
import { servedVersions } from "../../../src/core/api/served-versions.ts";

describe("servingVersions", () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    "v1 Lease": kubernetesVersions,
    "v1beta1 Lease": [],
    "v1beta1 LeaseCandidate": ["1.33", "1.34", "1.35", "1.36", "1.37", "1.38"],
    "v1alpha2 LeaseCandidate": ["1.32", "1.33", "1.34", "1.35", "1.36", "1.37", "1.38"],
    "v1alpha1 LeaseCandidate": ["1.31"],
  };

  it.each(servedVersions)("of $gvk.kind $gvk.version", (served) => {
    const serving = expected[`${served.gvk.version} ${served.gvk.kind}`] ?? [];
    expect(servingVersions(served)).toEqual(serving);
    expect(kubernetesVersions.filter((kubernetesVersion) => servedIn(served, kubernetesVersion))).toEqual(serving);
  });
});

describe("parseKubernetesVersion", () => {
  it.each([
    ["1.33", "1.33"],
    ["v1.33", "1.33"],
    ["1.33.2", "1.33"],
    ["v1.33.2", "1.33"],
    ["v1.33.2-eks-1234567", "1.33"],
    ["v1.33.2+k3s1", "1.33"],
    ["1.37.0-alpha.1", "1.37"],
    ["v1.38.0-beta.0", "1.38"],
    ["1.30", undefined],
    ["2.0", undefined],
    ["11.38", undefined],
    ["1.100", undefined],
    ["1.39.", undefined],
    ["abc", undefined],
    ["1.3", undefined],
    ["1.330", undefined],
    ["1.33.", undefined],
    ["1.33.x", undefined],
    ["V1.33", undefined],
    ["v1", undefined],
    ["", undefined],
  ])("of %j is %j", (text, kubernetesVersion) => {
    expect(parseKubernetesVersion(text)).toEqual(kubernetesVersion && { version: kubernetesVersion });
  });

  it.each([
    ["1.39", "1.39"],
    ["v1.40.2-eks-1234567", "1.40"],
    ["1.39.0-alpha.1", "1.39"],
    ["1.99", "1.99"],
  ])("of %j is the newest version, with a warning", (text, named) => {
    expect(parseKubernetesVersion(text)).toEqual({
      version: kubernetesVersions.at(-1),
      warning: `Kubernetes ${named} is not tested yet; using 1.38`,
    });
  });
});

it("the rules report the errors of the newest version", () =>
  expect(defaultKubernetesVersion).toBe(kubernetesVersions.at(-1)));

describe("parseExportVersion", () => {
  it.each([
    ["1.30", "1.30"],
    ["v1.30.14", "1.30"],
    ["v1.37.0-alpha.1", "1.37"],
    ["1.38", "1.38"],
    ["1.29", undefined],
    ["2.0", undefined],
    ["1.30-eks", undefined],
  ])("of %j is %j", (text, kubernetesVersion) => {
    expect(parseExportVersion(text)).toEqual(kubernetesVersion && { version: kubernetesVersion });
  });

  it("of a later version is the newest version, with a warning", () => {
    expect(parseExportVersion("1.39")).toEqual(parseKubernetesVersion("1.39"));
  });
});
