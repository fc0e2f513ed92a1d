import { describe, expect, it } from "vitest";
import { matchesGlob } from "../../src/core/text/glob.ts";
import { holderPattern } from "../../src/learn/holder-pattern.ts";
import type { WriterPod } from "../../src/rules/shared/pod-names.ts";

const uuid = "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c";
const pod = (name: string, node: string | undefined = "node-1"): WriterPod => ({ name, namespace: "team-a", node });
const deployed = pod("controller-7d9f6c8b5d-x2vzk");

describe("the pattern of a holder", () => {
  it.each<readonly [holder: string, writer: WriterPod | undefined, pattern: string]>([
    [`controller-7d9f6c8b5d-x2vzk_${uuid}`, deployed, "controller-*-*_*"],
    ["controller-7d9f6c8b5d-x2vzk", deployed, "controller-*-*"],
    ["team-a/controller-7d9f6c8b5d-x2vzk", deployed, "team-a/controller-*-*"],
    ["worker-5d78c9869d-bcdfg", pod("assigner-5d78c9869d-bcdfg"), "worker-*-*"],
    ["controller-7d9f6c8b5d-x2vzk", undefined, "controller-*-*"],
    ["controller-7d9f6c8b5d-x2vzk-0", deployed, "controller-*-*-*"],
    ["-1", undefined, "-*"],
    ["agent-x2vzk", pod("agent-x2vzk"), "agent-*"],
    ["db-0", pod("db-0"), "db-*"],
    [`db-12_${uuid}`, pod("db-12"), "db-*_*"],
    ["controller-1", pod("controller-1-x2vzk"), "controller-*"],
    ["controller-1-x2vzk", pod("controller-1-x2vzk"), "controller-*"],
    ["node-1", deployed, "*"],
    ["node-1", pod("agent-x2vzk", "node-1.example.com"), "*"],
    [`master-0_${uuid}`, pod("agent-x2vzk", "master-0"), "*_*"],
    ["md-0-7d9f6c8b5d-bcdfg", pod("agent-x2vzk", "md-0-7d9f6c8b5d-bcdfg"), "*"],
    [`host-a_${uuid}`, undefined, "*_*"],
    [`master-0_${uuid}`, undefined, "master-*_*"],
    [`ip-10-0-3-17.ec2.internal_${uuid}`, undefined, "*_*"],
    ["ip-10-0-3-17", undefined, "ip-*"],
    [uuid, deployed, "*"],
    ["4c37667312a3912b:Member", undefined, "*:*"],
    [`apiserver-wlv32tlttr4jl3gtroqexyxapa_${uuid}`, undefined, "apiserver-*_*"],
    ["primary", deployed, "primary"],
    ["replica-2", deployed, "replica-*"],
    ["a*b", deployed, "*"],
    ["a/b/c", deployed, "*"],
    ["x".repeat(700), deployed, "*"],
    ["two\nlines", undefined, "*"],
  ])("of %s", (holder, writer, pattern) => {
    expect(holderPattern(holder, writer)).toEqual({ pattern, isFixed: pattern === holder });
    expect(matchesGlob(pattern, holder)).toBe(true);
  });
});
