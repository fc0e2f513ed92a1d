import { describe, expect, it } from "vitest";
import { conjunctsOf } from "../../../src/rules/cel/split-at.ts";

describe("conjunctsOf", () => {
  it.each([
    ["a", ["a"]],
    ["a && b", ["a", "b"]],
    ["(a && b)", ["a", "b"]],
    ["((a)) && (b && (c || d))", ["a", "b", "c || d"]],
    ["a || b && c", ["a || b && c"]],
    ["(a && b) || c", ["(a && b) || c"]],
    ["a ? b : c && d", ["a ? b : c && d"]],
    ["(a) == (b)", ["(a) == (b)"]],
    ["!(a && b) && f(c && d)", ["!(a && b)", "f(c && d)"]],
    ["a == ' && ' && b == \" && \"", ["a == ' && '", 'b == " && "']],
    ["a == 'it\\'s && (' && b", ["a == 'it\\'s && ('", "b"]],
    ["a.matches(r'\\(') && [b && c].all(d, d)", ["a.matches(r'\\(')", "[b && c].all(d, d)"]],
    ["a.?b.orValue('') == c[?'d'].orValue('') && {} == e", ["a.?b.orValue('') == c[?'d'].orValue('')", "{} == e"]],
    ["a == r\"' && \" && b == '\"'", ['a == r"\' && "', "b == '\"'"]],
  ])("splits %s", (condition, conjuncts) => {
    expect(conjunctsOf(condition)).toEqual(conjuncts);
  });
});
