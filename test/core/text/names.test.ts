import { describe, expect, it } from "vitest";
import {
  checkConfigMapKey,
  checkLabel,
  checkPathSegment,
  checkPathSegmentPrefix,
  checkSubdomain,
  maxSubdomainBytes,
  regexMessage,
} from "../../../src/core/text/names.ts";
import { checkLabelValue, checkQualifiedName } from "../../../src/core/text/qualified-name.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

interface NameVectors {
  readonly checks: readonly string[];
  readonly messages: readonly string[];
  readonly texts: readonly (readonly [text: string, ...said: (readonly number[])[]])[];
}

const { checks, messages, texts } = goVectors("names") as NameVectors;

const own: Readonly<Record<string, (text: string) => readonly string[]>> = {
  labelKey: checkQualifiedName,
  labelValue: checkLabelValue,
  dnsLabel: checkLabel,
  dnsSubdomain: (text) => checkSubdomain(text),
  dnsSubdomainBytes: (text) => checkSubdomain(text, "bytes"),
  configMapKey: checkConfigMapKey,
  pathSegmentName: checkPathSegment,
  pathSegmentPrefix: checkPathSegmentPrefix,
};

describe("compared with k8s.io/apimachinery", () => {
  it("has vectors for every check", () => {
    expect(checks).toEqual(Object.keys(own));
    expect(texts.length).toBeGreaterThan(300);
  });

  it.each(checks.map((name, index) => ({ name, index })))(
    "$name returns the same messages in the same order",
    ({ name, index }) => {
      const upstream = texts.map(([text, ...said]) => ({
        text,
        faults: said[index]?.map((message) => messages[message]),
      }));
      expect(new Set(upstream.map(({ faults }) => faults?.length)).size).toBeGreaterThan(1);
      expect(texts.map(([text]) => ({ text, faults: own[name]?.(text) }))).toEqual(upstream);
    },
  );
});

describe("lengths count bytes", () => {
  it.each([
    ["a label value of 63", checkLabelValue("a".repeat(63)), 0],
    ["a label value of 64", checkLabelValue("a".repeat(64)), 1],
    ["a name part of 64", checkQualifiedName(`a/${"a".repeat(64)}`), 1],
    ["a prefix part of 253", checkQualifiedName(`${"a".repeat(253)}/a`), 0],
    ["a prefix part of 254", checkQualifiedName(`${"a".repeat(254)}/a`), 1],
    ["a namespace of 64", checkLabel("a".repeat(64)), 1],
    ["a name of maxSubdomainBytes", checkSubdomain("a".repeat(maxSubdomainBytes)), 0],
    ["a name of one more", checkSubdomain("a".repeat(maxSubdomainBytes + 1)), 1],
    ["a key of one more", checkConfigMapKey("a".repeat(maxSubdomainBytes + 1)), 1],
    ["a label value of 32 two-byte characters", checkLabelValue("é".repeat(32)), 2],
    ["a label value of 31 two-byte characters", checkLabelValue("é".repeat(31)), 1],
  ])("%s", (_, faults, count) => {
    expect(faults).toHaveLength(count);
  });
});

describe("regexMessage", () => {
  it.each([
    { examples: ["x"], text: "must x (e.g. 'x', regex used for validation is 'x+')" },
    { examples: ["x", "xx"], text: "must x (e.g. 'x',  or 'xx', regex used for validation is 'x+')" },
  ])("with $examples", ({ examples, text }) => {
    expect(regexMessage("must x", "x+", examples)).toBe(text);
  });
});
