import { expect, test } from "vitest";
import { decideCel } from "../../../src/installation/reach/decide-cel.ts";

const facts = new Map<string, string | readonly string[]>([
  ["request.namespace", "kube-system"],
  ["request.resource.resource", "leases"],
  ["request.userInfo.groups", ["system:nodes"]],
]);

const rows: readonly (readonly [expression: string, decided: boolean | undefined])[] = [
  ["true", true],
  ["!false", true],
  ['request.namespace == "kube-system"', true],
  ["request.namespace != 'kube-system'", false],
  ['"leases" == request.resource.resource', true],
  ['request.namespace in ["kube-system", "default"]', true],
  ['!(request.namespace in ["default"])', true],
  ['"system:nodes" in request.userInfo.groups', true],
  ['!("system:nodes" in request.userInfo.?groups.orValue([]))', false],
  ['request.namespace.startsWith("kube-")', true],
  ['request.namespace.endsWith("-node-lease")', false],
  ['request.namespace == "a" || request.resource.resource == "leases"', true],
  ['request.namespace == "a" && request.resource.resource == "leases"', false],
  ['request.namespace == "kube-system" && (request.namespace == "a" || !(request.namespace == "b"))', true],
  ['(request.namespace == "a") || (request.namespace == "b")', false],
  // An unknown part does not matter if another part decides.
  ['object.spec.x == 1 && request.namespace == "a"', false],
  ['object.spec.x == 1 || request.namespace == "kube-system"', true],
  ['object.spec.x == 1 || request.namespace == "a"', undefined],
  ['request.user == "a"', undefined],
  ['request.userInfo.groups.exists(g, g == "a" || g == "b")', undefined],
  ['request.namespace == "a" ? true : true', undefined],
  ['request.namespace == "a\\"b"', undefined],
  ['request.namespace == "a || true"', false],
  ['object.x == "\\\\" && object.y == "|| true ||"', undefined],
  ["object.x == r'\\' && object.y == '|| true ||'", undefined],
  ['object.x == """a" || true || "b"""', undefined],
  ["object.x == 1 // || true", undefined],
  ['object.x == "a || true', undefined],
  ['request.namespace in ["\\"kube-system", "b"]', undefined],
  ['request.namespace in [object.x, "b"]', undefined],
  ["", undefined],
  ["((", undefined],
  ['")" == ")"', undefined],
];

test.each(rows)("%s", (expression, decided) => {
  expect(decideCel(expression, facts)).toBe(decided);
});
