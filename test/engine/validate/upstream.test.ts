import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/core/field/error.ts";
import { formatPath } from "../../../src/core/field/path.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { denials, type Finding } from "../../../src/engine/validate/verdict.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Change } from "../../../src/rules/rule.ts";
import { type UpstreamCase, upstreamCases } from "../../fixtures/upstream-cases.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { someContext } from "../../harness/some-context.ts";

const validate = createValidate(rules);

/**
 * Cases with numbers such as 15.0, which kube-apiserver rejects. lease-guard accepts them, because
 * JSON.parse reads them as integers.
 */
const textOnly = new Set(["decode-duration-15-point-0", "decode-duration-1e1"]);

/**
 * Cases in which the message of lease-guard differs from kube-apiserver's, each with the reason.
 * The decision and the fields are the same.
 */
const otherWords: Readonly<Record<string, string>> = {
  "lease-strategy-html-char": "upstream prints a named string type as JSON, < as \\u003c",
  "meta-owner-event-banned": "objects are not printed",
  "meta-owner-two-controllers": "lists are not printed",
  "meta-finalizer-orphan-and-foreground": "lists are not printed",
  "a1-three-parts": "1.31 says qualified name where 1.35 and later say label key",
};

const judged = upstreamCases.filter(({ expect: { stage } }) => stage !== "decode");
const undecodable = upstreamCases.filter(({ id, expect: { stage } }) => stage === "decode" && !textOnly.has(id));

function judge(item: UpstreamCase): readonly Finding[] {
  const { operation, object, oldObject } = item;
  const change: Change<unknown> = operation === "CREATE" ? { operation, object } : { operation, object, oldObject };
  const verdict = validate({ served: requireServedVersion(item), change, context: someContext });
  expect(verdict.crashes).toEqual([]);
  return denials(verdict);
}

/**
 * Returns the errors of kube-apiserver with the two documented differences: no doubled step below a
 * strategy, and no second error for an invalid version.
 */
function expectedErrors({ expect: { errors, cascades = [] } }: UpstreamCase): readonly string[] {
  return errors
    .filter((_, index) => !cascades.includes(index))
    .map(
      ({ type, field }) =>
        `FieldValue${type} ${field.replace(/(spec\.strategy|spec\.preferredStrategies\[\d+\])\.strategy$/, "$1")}`,
    );
}

const sameWords = judged.filter(
  ({ id, expect: { cascades, messages } }) => messages && !cascades && !(id in otherWords),
);

const texts = (item: UpstreamCase) =>
  (item.expect.messages ?? []).map((text) =>
    text.replace(/^(spec\.strategy|spec\.preferredStrategies\[\d+\])\.strategy:/, "$1:"),
  );

describe("objects that kube-apiserver validates", () => {
  it("has all cases", () => expect([judged.length, undecodable.length]).toEqual([526, 44]));

  it.each(judged)("$id: $apiVersion $kind $operation", (item) => {
    const findings = judge(item);
    expect(findings.length === 0).toBe(item.expect.allowed);
    expect(new Set(findings.map(({ type, field }) => `${type} ${formatPath(field)}`))).toEqual(
      new Set(expectedErrors(item)),
    );
  });

  it.each(sameWords)("$id: with its messages", (item) => {
    expect(new Set(judge(item).map(errorText))).toEqual(new Set(texts(item)));
  });
});

describe("objects that kube-apiserver does not decode", () => {
  it.each(undecodable)("$id", (item) => {
    const findings = judge(item);
    expect(findings.map(({ origin }) => origin.split("/")[0])).toEqual(["schema"]);
    const [field = ""] = findings.map((finding) => formatPath(finding.field));
    const { decode = "" } = item.expect;
    // For a value of a wrong type, Go prints the field without the keys of maps. For an invalid
    // time, Go prints the time.
    const [, named] = /Go struct field \w+\.([\w.]+) of type/.exec(decode) ?? [];
    const [, quoted] = /^parsing time ("(?:[^"\\]|\\.)*")/.exec(decode) ?? [];
    if (named === undefined) expect(item.object).toHaveProperty(field, JSON.parse(quoted ?? ""));
    else expect(field.replace(/\[.*\]$/, "")).toBe(named);
  });
});
