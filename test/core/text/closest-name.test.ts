import { describe, expect, it } from "vitest";
import { closestName } from "../../../src/core/text/closest-name.ts";

const lease = [
  "holderIdentity",
  "leaseDurationSeconds",
  "acquireTime",
  "renewTime",
  "leaseTransitions",
  "strategy",
  "preferredHolder",
];
const root = ["apiVersion", "kind", "metadata", "spec"];

const near: Readonly<Record<string, readonly [names: readonly string[], name: string]>> = {
  leaseDurationSecond: [lease, "leaseDurationSeconds"],
  leaseDurationsSeconds: [lease, "leaseDurationSeconds"],
  leaseDuration: [lease, "leaseDurationSeconds"],
  lease_duration_seconds: [lease, "leaseDurationSeconds"],
  "lease-duration-seconds": [lease, "leaseDurationSeconds"],
  duration: [lease, "leaseDurationSeconds"],
  holderidentity: [lease, "holderIdentity"],
  holder: [lease, "holderIdentity"],
  identity: [lease, "holderIdentity"],
  transitions: [lease, "leaseTransitions"],
  renew: [lease, "renewTime"],
  Strategy: [lease, "strategy"],
  strategies: [lease, "strategy"],
  startegy: [lease, "strategy"],
  sepc: [root, "spec"],
  specs: [root, "spec"],
  meta: [root, "metadata"],
  apiversion: [root, "apiVersion"],
  KIND: [root, "kind"],
};

const far: Readonly<Record<string, readonly string[]>> = {
  "": lease,
  foo: lease,
  lease: lease,
  time: lease,
  version: ["binaryVersion", "emulationVersion"],
  abd: ["abc", "abe"],
  spe: ["other"],
  met: root,
  tadata: ["other"],
  data: root,
  status: root,
  replicas: lease,
  ["leaseDurationSeconds".repeat(4)]: lease,
};

describe("closestName", () => {
  it.each(Object.entries(near))("%s", (typo, [names, name]) => expect(closestName(typo, names)).toBe(name));
  it.each(Object.entries(far))("%s: none", (typo, names) => expect(closestName(typo, names)).toBeUndefined());

  it("returns the closer of two names", () => {
    expect(closestName("binaryVersions", ["emulationVersion", "binaryVersion", "binaryVersionAt"])).toBe(
      "binaryVersion",
    );
  });
});
