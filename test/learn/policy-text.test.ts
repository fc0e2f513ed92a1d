import { describe, expect, it } from "vitest";
import { policyDocument } from "../../src/learn/build-policy.ts";
import type { LearnedPolicy } from "../../src/learn/learned-entry.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { decodePolicy } from "../../src/policy/file/decode-policy.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";

const hostile = 'a\n  evil: "b" # \u2028x\r\n- {';

/** Returns a policy with a hostile string in each comment, and another string in each value. */
function policyWith(text: string): LearnedPolicy {
  const match = { namespaces: ["team-a"], names: [text], users: [text] };
  return {
    header: [`from ${hostile}`],
    administrators: { groups: ["kubeadm:cluster-admins"] },
    rules: [
      {
        id: "lease/written-by-its-holder",
        setting: { comment: hostile, value: { mode: "deny", warnUntil: "2026-07-15" } },
        scopes: [],
      },
      {
        id: "metadata/writer-allowed",
        scopes: [
          {
            comment: hostile,
            value: {
              match,
              mode: "deny",
              warnUntil: "2026-07-15",
              parameters: { users: [text, "*", "off", "true", "1"] },
            },
          },
        ],
      },
    ],
    exemptions: [
      {
        comment: hostile,
        value: { rules: ["metadata/writer-allowed"], match, reason: text, owner: text, expires: "2026-08-15" },
      },
    ],
    notes: ["", `  ${hostile}`],
  };
}

describe("the text of a learned policy", () => {
  it.each([
    "plain",
    "off",
    "No",
    "012",
    "1_000",
    "0b11",
    "0x1f",
    "12:30",
    "2026-07-15",
    "# a",
    "&a",
    "!b",
    "*",
    "null",
    "'",
    "\u{1F600}",
    " x ",
    "x".repeat(300),
  ])("reads as the same policy: %j", (text) => {
    const policy = policyWith(text);
    const read = readPolicy([{ file: "policy.yaml", text: policyText(policy) }]);
    const wanted = decodePolicy(policyDocument(policy));
    expect(read.ok ? [] : read.error).toEqual([]);
    expect(read.ok && read.value.policy).toEqual(wanted.ok && wanted.value);
    expect(wanted.ok).toBe(true);
  });
});
