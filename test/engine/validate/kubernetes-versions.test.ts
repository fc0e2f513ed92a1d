import { describe, expect, it } from "vitest";
import {
  isBefore,
  type KubernetesVersion,
  kubernetesVersions,
  servedIn,
} from "../../../src/core/api/kubernetes-version.ts";
import { errorText } from "../../../src/core/field/error.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { denials } from "../../../src/engine/validate/verdict.ts";
import { rules } from "../../../src/rules/index.ts";
import { causesOf, type ReleaseError, releaseAnswers } from "../../fixtures/releases/answers.ts";
import { type ReleaseChange, releaseChanges } from "../../fixtures/releases/changes.ts";
import { someContext } from "../../harness/some-context.ts";

const validate = createValidate(rules);

function judge({ served, object, oldObject }: ReleaseChange): readonly ReleaseError[] {
  const change = oldObject
    ? ({ operation: "UPDATE", object, oldObject } as const)
    : ({ operation: "CREATE", object } as const);
  const verdict = validate({ served, change, context: someContext });
  expect(verdict.crashes).toEqual([]);
  return denials(verdict).map((finding) => [finding.type, errorText(finding)]);
}

/**
 * Returns the recorded errors, without those that are consequences of other errors, and without the
 * doubled step below a strategy.
 */
function recorded({ id, cascades }: ReleaseChange, release: KubernetesVersion): readonly ReleaseError[] {
  const errors = releaseAnswers[release]?.[id] ?? releaseAnswers["1.38"]?.[id] ?? [];
  const follows = ([type, text]: ReleaseError) =>
    cascades.some(
      (error) =>
        type === `FieldValue${error.type}` && text.startsWith(`${error.field}: `) && text.endsWith(error.detail),
    );
  return errors
    .filter((error) => !follows(error))
    .map(([type, text]) => [
      type,
      text.replace(/^(spec\.strategy|spec\.preferredStrategies\[\d+\])\.strategy:/, "$1:"),
    ]);
}

/** Replaces values that are lists or structs, and an escaped `<`, which lease-guard does not print. */
function comparable(errors: readonly ReleaseError[]): readonly string[] {
  const plain = ([type, text]: ReleaseError) =>
    `${type} ${text.replace(/value: .*(: (?:finalizer orphan|Only one reference|\/v1, Kind=Event))/, "value$1").replaceAll("\\u003c", "<")}`;
  return errors.map(plain).sort();
}

/**
 * Converts the causes of Kubernetes 1.37 and 1.38 to those of older versions, in which the field of
 * an owner reference does not contain its index, and two rules have other types.
 */
function asIn136(cause: string): string {
  return cause
    .replace(/(metadata\.ownerReferences)\[\d+\]/, "$1")
    .replace(/^FieldValueRequired (?=metadata\.ownerReferences\.)/, "FieldValueInvalid ")
    .replace(
      /^FieldValue(?:Required|NotSupported) (?=metadata\.managedFields\[\d+\]\.operation$)/,
      "FieldValueInvalid ",
    );
}

describe.each(kubernetesVersions)("Kubernetes %s", (release) => {
  const changes = releaseChanges.filter(({ served }) => servedIn(served, release));
  const inThisVersion = isBefore(release, "1.37") ? asIn136 : String;
  const expected = (change: ReleaseChange) => new Set(causesOf(recorded(change, release)));

  it("denies the same changes, with the same types and fields", () => {
    expect(changes.length).toBeGreaterThan(400);
    for (const change of changes)
      expect(new Set(causesOf(judge(change)).map(inThisVersion)), change.id).toEqual(expected(change));
  });
});

it.each(releaseChanges.filter(({ served }) => servedIn(served, "1.38")))(
  "$id: has the messages of Kubernetes 1.38",
  (change) => {
    expect(comparable(judge(change))).toEqual(comparable(recorded(change, "1.38")));
  },
);
