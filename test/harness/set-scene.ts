import { describe, expect, it } from "vitest";
import { fieldAt } from "../../src/core/api/fields.ts";
import { formatPath } from "../../src/core/field/path.ts";
import type { Severity } from "../../src/core/field/severity.ts";
import type { SetCheck, SetFinding } from "../../src/workload/check.ts";
import { factsOf, type WorkloadFacts } from "../../src/workload/facts.ts";
import { objectSetOf, setMemberOf } from "../../src/workload/object-set.ts";
import type { ElectionProgram } from "../../src/workload/program.ts";
import type { ObjectSet } from "../../src/workload/set-object.ts";
import type { WorkloadElection } from "../../src/workload/workload-election.ts";
import { managerProgram } from "./manager.ts";

export function setOf(values: readonly object[], isComplete = false): ObjectSet {
  return objectSetOf(
    values.flatMap((value) => setMemberOf(value) ?? []),
    isComplete,
  );
}

export interface Scene {
  readonly objects: readonly object[];
  /** The default is what the objects say. */
  readonly elections?: readonly WorkloadElection[];
  /** More rows of the program table. The default is `managerProgram`. */
  readonly programs?: readonly ElectionProgram[];
  /** True for the listing of a cluster. */
  readonly isComplete?: boolean;
}

export interface ReportingScene extends Scene {
  /** The object and the field of each finding, such as `Role/elector rules[0].verbs[1]`. */
  readonly at: string | readonly string[];
  readonly severity?: Severity;
  readonly says?: RegExp;
  readonly remedy?: RegExp;
}

export async function factsOfScene({
  objects,
  elections,
  programs = [managerProgram],
  isComplete = false,
}: Scene): Promise<WorkloadFacts> {
  const { facts } = await factsOf(setOf(objects, isComplete), programs);
  return elections === undefined ? facts : { ...facts, elections };
}

/** Tests a check with sets that it reports, and with sets about which it is silent. */
export function testSetCheck(
  check: SetCheck<WorkloadFacts>,
  { reports, silent }: { readonly reports: Record<string, ReportingScene>; readonly silent: Record<string, Scene> },
): void {
  describe(check.id, () => {
    it.each(Object.entries(reports))("reports %s", async (_, scene) => {
      const facts = await factsOfScene(scene);
      const findings = [...check.check(facts)];
      expect(findings.map(placeOf)).toEqual([scene.at].flat());
      expect([...check.check(facts)]).toEqual(findings);
      for (const finding of findings) {
        expect(finding.severity ?? check.severity).toBe(scene.severity ?? check.severity);
        expect(finding.detail).toMatch(scene.says ?? /^must /);
        if (scene.remedy !== undefined) expect(finding.remedy).toMatch(scene.remedy);
        expect(fieldAt(finding.object.value, ...stepsOf(finding.path.slice(0, -1)))).toBeDefined();
      }
    });

    it.each(Object.entries(silent))("is silent about %s", async (_, scene) => {
      expect([...check.check(await factsOfScene(scene))].map(placeOf)).toEqual([]);
    });
  });
}

function placeOf({ object, path }: SetFinding): string {
  return `${object.kind}/${object.name} ${formatPath(path)}`;
}

function stepsOf(path: SetFinding["path"]): readonly (string | number)[] {
  return path.map((step) => (typeof step === "object" ? step.key : step));
}
