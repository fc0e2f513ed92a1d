import { expect, it } from "vitest";
import { sanitize } from "../../src/report/sanitize.ts";

it.each([
  ["plain", "team-a/controller …", "team-a/controller …"],
  ["line breaks", "a\r\nb\u2028c\u0085", "a\\r\\nb\\u2028c\\u0085"],
  ["ANSI", "\u001b[31mred\u009b0m", "\\x1b[31mred\\u009b0m"],
  ["bidi marks", "\u202ea\u2066\u200f", "\\u202ea\\u2066\\u200f"],
  ["invisible characters", "a\u200bb\ufeff\u00ad\u{e0001}", "a\\u200bb\\ufeff\\u00ad\\U000e0001"],
  ["a lone surrogate", "a\ud800b", "a\ufffdb"],
  ["a command", "::error file=a::b", ":\\x3aerror file=a::b"],
  ["a command after spaces", "  ::0::", "  :\\x3a0::"],
  ["a command within", "a ::Stop-Commands::x", "a :\\x3aStop-Commands:\\x3ax"],
  [
    "every command GitHub has",
    "a::add-mask::b ::debug::c ::echo::on ::group::d",
    "a:\\x3aadd-mask::b :\\x3adebug::c :\\x3aecho:\\x3aon :\\x3agroup::d",
  ],
  ["an IPv6 address", "fe80::1 2001:db8::cafe:1 fe80::", "fe80::1 2001:db8::cafe:1 fe80::"],
  ["older commands", "##[error]a ##vso[task]b ##c", "#\\x23[error]a #\\x23vso[task]b ##c"],
])("%s", (_name, text, neutral) => {
  expect(sanitize(text)).toBe(neutral);
  expect(sanitize(neutral)).toBe(neutral);
});

it("is fast for many colons", () => {
  const start = performance.now();
  sanitize("::a".repeat(300_000));
  sanitize(`${" ".repeat(300_000)}x`);
  expect(performance.now() - start).toBeLessThan(2000);
});
