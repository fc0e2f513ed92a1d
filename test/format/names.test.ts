import { describe, expect, it } from "vitest";
import { configMapKeyFaults } from "../../src/format/config-map-key.ts";
import { labelFaults, maxSubdomainBytes, subdomainFaults } from "../../src/format/dns.ts";
import { regexFault } from "../../src/format/faults.ts";
import { pathSegmentFaults, pathSegmentPrefixFaults } from "../../src/format/path-segment.ts";
import { labelValueFaults, qualifiedNameFaults } from "../../src/format/qualified-name.ts";
import { goVectors } from "../fixtures/go/vectors.ts";

interface NameVectors {
  readonly checks: readonly string[];
  readonly messages: readonly string[];
  readonly texts: readonly (readonly [text: string, ...said: (readonly number[])[]])[];
}

const { checks, messages, texts } = goVectors("names") as NameVectors;

const ours: Readonly<Record<string, (text: string) => readonly string[]>> = {
  labelKey: qualifiedNameFaults,
  labelValue: labelValueFaults,
  dnsLabel: labelFaults,
  dnsSubdomain: (text) => subdomainFaults(text),
  dnsSubdomainBytes: (text) => subdomainFaults(text, "bytes"),
  configMapKey: configMapKeyFaults,
  pathSegmentName: pathSegmentFaults,
  pathSegmentPrefix: pathSegmentPrefixFaults,
};

describe("against k8s.io/apimachinery", () => {
  it("has vectors for every check", () => {
    expect(checks).toEqual(Object.keys(ours));
    expect(texts.length).toBeGreaterThan(300);
  });

  it.each(checks.map((name, index) => ({ name, index })))("$name gives the same messages in the same order", ({ name, index }) => {
    const upstream = texts.map(([text, ...said]) => ({ text, faults: said[index]?.map((message) => messages[message]) }));
    expect(new Set(upstream.map(({ faults }) => faults?.length)).size).toBeGreaterThan(1);
    expect(texts.map(([text]) => ({ text, faults: ours[name]?.(text) }))).toEqual(upstream);
  });
});

describe("lengths count bytes", () => {
  it.each([
    ["a label value of 63", labelValueFaults("a".repeat(63)), 0],
    ["a label value of 64", labelValueFaults("a".repeat(64)), 1],
    ["a name part of 64", qualifiedNameFaults(`a/${"a".repeat(64)}`), 1],
    ["a prefix part of 253", qualifiedNameFaults(`${"a".repeat(253)}/a`), 0],
    ["a prefix part of 254", qualifiedNameFaults(`${"a".repeat(254)}/a`), 1],
    ["a namespace of 64", labelFaults("a".repeat(64)), 1],
    ["a name of maxSubdomainBytes", subdomainFaults("a".repeat(maxSubdomainBytes)), 0],
    ["a name of one more", subdomainFaults("a".repeat(maxSubdomainBytes + 1)), 1],
    ["a key of one more", configMapKeyFaults("a".repeat(maxSubdomainBytes + 1)), 1],
    ["a label value of 32 two-byte characters", labelValueFaults("é".repeat(32)), 2],
    ["a label value of 31 two-byte characters", labelValueFaults("é".repeat(31)), 1],
  ])("%s", (_, faults, count) => {
    expect(faults).toHaveLength(count);
  });
});

describe("regexFault", () => {
  it.each([
    { examples: ["x"], text: "must x (e.g. 'x', regex used for validation is 'x+')" },
    { examples: ["x", "xx"], text: "must x (e.g. 'x',  or 'xx', regex used for validation is 'x+')" },
  ])("with $examples", ({ examples, text }) => {
    expect(regexFault("must x", "x+", examples)).toBe(text);
  });
});
