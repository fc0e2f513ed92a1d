import { describe, expect, it } from "vitest";
import { type KubernetesVersion, kubernetesVersions, servedIn } from "../../src/api/kubernetes-version.ts";
import { errorText } from "../../src/field/error.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { denials } from "../../src/validate/verdict.ts";
import { type ReleaseError, releaseAnswers } from "../fixtures/releases/answers.ts";
import { type ReleaseChange, releaseChanges } from "../fixtures/releases/changes.ts";
import { someContext } from "../harness/some-context.ts";

function judge({ served, object, oldObject }: ReleaseChange, release?: KubernetesVersion): readonly ReleaseError[] {
  const change = oldObject ? ({ operation: "UPDATE", object, oldObject } as const) : ({ operation: "CREATE", object } as const);
  const verdict = createValidate(rules, defaultPolicy, release)({ served, change, context: someContext });
  expect(verdict.crashes).toEqual([]);
  return denials(verdict).map((finding) => [finding.type, errorText(finding)]);
}

/**
 * Converts the errors of kube-apiserver and lease-guard to a common form. The form has no values
 * that are lists or structs, no doubled step below a strategy, and no escaped `<`.
 */
function comparable(errors: readonly ReleaseError[]): readonly string[] {
  const texts = errors.map(([type, text]) => {
    const plain = text
      .replace(/^(spec\.strategy|spec\.preferredStrategies\[\d+\])\.strategy:/, "$1:")
      .replace(/value: .*(: (?:finalizer orphan|Only one reference|\/v1, Kind=Event))/, "value$1")
      .replaceAll("\\u003c", "<");
    return `${type} ${plain}`;
  });
  return texts.sort();
}

function recorded({ id, cascades }: ReleaseChange, release: KubernetesVersion): readonly ReleaseError[] {
  const errors = releaseAnswers[release]?.[id] ?? releaseAnswers["1.36"]?.[id] ?? [];
  const follows = ([type, text]: ReleaseError) =>
    cascades.some((error) => type === `FieldValue${error.type}` && text.startsWith(`${error.field}: `) && text.endsWith(error.detail));
  return errors.filter((error) => !follows(error));
}

describe.each(kubernetesVersions)("Kubernetes %s", (release) => {
  const changes = releaseChanges.filter(({ served }) => servedIn(served, release));

  it("has errors with its own types and messages", () => {
    expect(changes.length).toBeGreaterThan(400);
    if (release !== "1.35") expect(Object.keys(releaseAnswers[release] ?? {}).length).toBeGreaterThan(20);
  });

  it.each(changes)("$id", (change) => expect(comparable(judge(change, release))).toEqual(comparable(recorded(change, release))));
});

describe("without a Kubernetes version", () => {
  it("all messages are those of 1.36", () => {
    for (const change of releaseChanges) expect(judge(change)).toEqual(judge(change, "1.36"));
  });
});
