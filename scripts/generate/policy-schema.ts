import type { Mode, Profile } from "../../src/policy/policy.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { formattedFile, type GeneratedFile } from "./generated-file.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ruleSettingSchema, settingDefinitions } from "./rule-setting-schema.ts";

const path = "schemas/lease-guard.dev/v1alpha1/policy.json";

/** The schema of the policy file, which names every rule and its parameters. */
export function policySchema(rules: readonly Rule[]): GeneratedFile {
  return formattedFile(path, JSON.stringify(policyDocument(rules)));
}

function policyDocument(rules: readonly Rule[]): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `https://lease-guard.dev/${path}`,
    title: "Policy lease-guard.dev/v1alpha1",
    description:
      "What an operator decides of lease-guard: which rules refuse a write, which only warn, where, until when, and who is exempt.",
    type: "object",
    additionalProperties: false,
    required: ["apiVersion", "kind"],
    properties: {
      apiVersion: { description: "The version of this schema.", const: "lease-guard.dev/v1alpha1" },
      kind: { description: "The kind of this schema.", const: "Policy" },
      profile,
      clockSkewAllowance,
      rules: {
        description: "Single rules by their ids, where they are to do something else than the profile says.",
        type: ["object", "null"],
        additionalProperties: false,
        properties: Object.fromEntries(rules.map((rule) => [rule.id, ruleSettingSchema(rule)])),
      },
      exemptions: {
        description: "Writes that some rules only note in the audit log, for a while.",
        type: ["array", "null"],
        items: { $ref: "#/$defs/exemption" },
      },
    },
    $defs: { ...settingDefinitions(rules), mode, warnUntil, match, exemption: exemption(rules) },
  };
}

const profile: JsonSchema = {
  description:
    "What rules do that are not named below: default refuses only what kube-apiserver itself refuses and warns of the rest, strict refuses most of that too, observe only writes to the audit log.",
  enum: ["default", "strict", "observe"] satisfies readonly Profile[],
};

const clockSkewAllowance: JsonSchema = {
  description: "How far a client's clock may be from this one, either way, as a duration from 0s to 24h; 5s unless it is said.",
  type: "string",
  format: "go-duration",
  examples: ["5s", "1m30s"],
};

const mode: JsonSchema = {
  description: "deny refuses the write, warn lets it through and warns the client, audit only notes it in the audit log, off asks nothing.",
  enum: ["deny", "warn", "audit", "off"] satisfies readonly Mode[],
};

const warnUntil: JsonSchema = {
  description: "With mode deny: until then the rule only warns. A day, which begins at midnight UTC, or an RFC 3339 time.",
  type: "string",
  format: "day-or-time",
  examples: ["2027-01-15", "2027-01-15T08:00:00Z"],
};

const match: JsonSchema = {
  description: "Which writes are meant: all that is given must hold, and of each list one pattern, in which * stands for any characters.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    namespaces: patterns("The object's namespace."),
    names: patterns("The object's name."),
    labels: {
      description: "Patterns of values by key. An update is known by the labels that the object had before it.",
      type: "object",
      minProperties: 1,
      additionalProperties: { type: "string" },
    },
    users: patterns("Who writes; a service account is system:serviceaccount:NAMESPACE:NAME."),
    groups: patterns("A group of who writes."),
  },
};

function patterns(description: string): JsonSchema {
  return { description, type: "array", minItems: 1, items: { type: "string", minLength: 1 } };
}

function exemption(rules: readonly Rule[]): JsonSchema {
  return {
    description: "Writes that some rules only note in the audit log until a day.",
    type: "object",
    additionalProperties: false,
    required: ["rules", "match", "reason", "owner", "expires"],
    properties: {
      rules: { description: "The ids of the rules.", type: "array", minItems: 1, items: { enum: rules.map(({ id }) => id) } },
      match: { $ref: "#/$defs/match" },
      reason: { description: "Why, for those who read it later: it stands in the audit log.", type: "string", minLength: 1 },
      owner: { description: "Whom to ask.", type: "string", minLength: 1 },
      expires: {
        description: "From then on it no longer holds. A day, which begins at midnight UTC, or an RFC 3339 time.",
        type: "string",
        format: "day-or-time",
        examples: ["2027-03-01"],
      },
    },
  };
}
