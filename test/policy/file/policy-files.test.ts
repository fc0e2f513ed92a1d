import { describe, expect, it } from "vitest";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { errorsOf, head, type Texts, validPolicy } from "./policy-texts.ts";

/** Returns the YAML of two policies whose bodies start at the third line. */
const two = (a: string, b: string): Texts => ({ "a.yaml": head + a, "b.yaml": head + b });

const rule = "lease/holder-kept-until-expiry";
const field = `rules[${rule}]`;
const bounds = "lease/duration-within-bounds";
const setting = (text: string) => `rules: { ${rule}: ${text} }`;
const scopes = (...matches: readonly string[]) =>
  setting(`{ scopes: [${matches.map((match) => `{ match: ${match}, mode: off }`).join(", ")}] }`);
const exemption = (name: string, expires = "2999-01-01") =>
  `exemptions: [{ rules: [${rule}], match: { names: [${name}] }, reason: why, owner: me, expires: ${expires} }]`;

describe("several files", () => {
  it("are one policy", () => {
    const { policy, locate, warnings } = validPolicy({
      "a.yaml": `${head}profile: strict\nadministrators: { users: [jane] }\nrules:\n  ${rule}: { mode: deny }\n  ${bounds}: { parameters: { minSeconds: 5 } }\n`,
      "b.yaml": `${head}${scopes("{ namespaces: [team-a] }", "{ namespaces: [team-b] }")}\n${exemption("a")}`,
      "c.yaml": `${head}profile: strict\n${scopes("{ namespaces: [team-c] }", "{ namespaces: [team-c] }")}\n${exemption("b", "2020-01-01")}`,
      "d.yaml": `${head}rules: { ${bounds}: { scopes: [{ match: { names: [a] }, mode: audit }] } }`,
      "e.yaml": "apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\n",
      "f.yaml": "# nothing\n",
      "g.yaml":
        "apiVersion: v1\nkind: Secret\ndata: { policy.yaml: x }\n---\napiVersion: v1\nkind: ConfigMap\ndata: { a.yaml: 'a: 1' }\n",
    });
    expect(policy.profile).toBe("strict");
    expect(policy.administrators.users).toEqual(["jane"]);
    expect(policy.rules.get(bounds)).toEqual({
      parameters: { minSeconds: 5 },
      scopes: [{ match: { names: ["a"] }, mode: "audit" }],
    });
    const ofRule = policy.rules.get(rule);
    expect(ofRule?.mode).toBe("deny");
    expect(ofRule?.scopes?.map(({ match }) => match.namespaces)).toEqual([
      ["team-a"],
      ["team-b"],
      ["team-c"],
      ["team-c"],
    ]);
    expect(policy.exemptions.map(({ match }) => match.names)).toEqual([["a"], ["b"]]);
    const places = [
      ["profile"],
      ["rules", { key: rule }, "mode"],
      ["rules", { key: rule }, "scopes", 1],
      ["rules", { key: rule }, "scopes", 3],
      ["exemptions", 1, "expires"],
      ["clockSkewAllowance"],
    ].map(locate);
    expect(places.map(({ file, line, field }) => `${file}:${line} ${field}`)).toEqual([
      "a.yaml:3 profile",
      `a.yaml:6 ${field}.mode`,
      `b.yaml:3 ${field}.scopes[1]`,
      `c.yaml:4 ${field}.scopes[1]`,
      "c.yaml:5 exemptions[0].expires",
      "a.yaml:1 clockSkewAllowance",
    ]);
    expect(warnings(new Date("2026-11-22")).map(({ file, field }) => `${file} ${field}`)).toEqual([
      `c.yaml ${field}.scopes[1]`,
      "c.yaml exemptions[0].expires",
    ]);
  });

  it("can be in any order", () => {
    const texts = [
      scopes("{ namespaces: [team-a] }"),
      scopes("{ not: { namespaces: [team-*] } }"),
      setting("{ mode: deny }"),
    ];
    const files = texts.map((text, index) => ({ file: `${index}.yaml`, text: head + text }));
    const modes = [files, files.toReversed()].map((each) => {
      const policy = readPolicy(each);
      return policy.ok && policy.value.policy.rules.get(rule)?.mode;
    });
    expect(modes).toEqual(["deny", "deny"]);
  });

  it.each<readonly [string, Texts, readonly string[]]>([
    [
      "another profile",
      two("profile: strict", "\nprofile: observe"),
      [
        'b.yaml:4:10 profile: Invalid value: "observe": must not differ from the value in another file, which is at a.yaml:3:10',
      ],
    ],
    [
      "other administrators",
      two("administrators: { users: [a] }", "administrators: { users: [b] }"),
      [
        "b.yaml:3:17 administrators: Invalid value: {…}: must not differ from the value in another file, which is at a.yaml:3:17",
      ],
    ],
    [
      "another mode and other parameters",
      two(
        `rules: { ${bounds}: { mode: deny, parameters: { minSeconds: 5 } } }`,
        `rules: { ${bounds}: { mode: warn, parameters: { minSeconds: 6 } } }`,
      ),
      [
        `b.yaml:3:48 rules[${bounds}].mode: Invalid value: "warn": must not differ from the value in another file, which is at a.yaml:3:48`,
        `b.yaml:3:66 rules[${bounds}].parameters: Invalid value: {…}: must not differ from the value in another file, which is at a.yaml:3:66`,
      ],
    ],
    [
      "a date for the denial of another file",
      two(setting("{ mode: deny }"), setting("{ mode: deny, warnUntil: 2027-01-01 }")),
      [
        `b.yaml:3:67 ${field}.warnUntil: Invalid value: "2027-01-01": must not differ from the value in another file, which is at a.yaml:3:42`,
      ],
    ],
    [
      "warnNewHolder, which another file does not set",
      two(setting("{ mode: deny }"), setting("{ mode: deny, warnNewHolder: true }")),
      [
        `b.yaml:3:71 ${field}.warnNewHolder: Invalid value: true: must not differ from the value in another file, which is at a.yaml:3:42`,
      ],
    ],
    [
      "a scope for the writes of another file's scope",
      two(scopes("{ namespaces: [team-*] }"), scopes("{ namespaces: [x] }", "{ namespaces: [team-a], users: [jane] }")),
      [
        `b.yaml:3:98 ${field}.scopes[1].match: Forbidden: must not match writes that a scope in another file can match, which is at a.yaml:3:53`,
      ],
    ],
    [
      "a mode without parameters in any file",
      two(`rules: { ${bounds}: { mode: deny } }`, "profile: strict"),
      [
        `a.yaml:3:10 rules[${bounds}].parameters: Required value: must be set, because without parameters the rule is off`,
      ],
    ],
    [
      "an invalid file",
      two("profil: strict", "profile: strict"),
      ["a.yaml:3:1 profil: Forbidden: unknown field, did you mean profile?"],
    ],
    [
      "files that cannot be read",
      { "a.yaml": "a: [", "b.yaml": "- {" },
      [
        "a.yaml:1:4 : must be YAML: this [ must be closed with ]",
        "b.yaml:1:3 : must be YAML: this { must be closed with }" as unknown as string,
      ],
    ],
    [
      "a kind with a typo",
      { "a.yaml": head, "b.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Polcy\n" },
      ['b.yaml:2:7 kind: Unsupported value: "Polcy": supported values: "Policy"'],
    ],
    [
      "a version with a typo",
      { "a.yaml": head, "b.yaml": "apiVersion: lease-gaurd.dev/v1alpha1\nkind: Policy\n" },
      [
        'b.yaml:1:13 apiVersion: Unsupported value: "lease-gaurd.dev/v1alpha1": supported values: "lease-guard.dev/v1alpha1"',
      ],
    ],
    ["no document", { "a.yaml": "", "b.yaml": "---\n" }, ["a.yaml:1:1 : must not be empty"]],
  ])("are rejected with %s", (_, texts, expected) => {
    expect(errorsOf(texts)).toEqual(expected);
  });
});
