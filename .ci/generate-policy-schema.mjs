import { join } from "node:path";
import { formatted } from "./formatted.mjs";
import { ruleIds } from "./generate-rule-index.mjs";
import { withSource } from "./load-source.mjs";

/** Where editors find it, and what `src/policy` checks by. */
export const policySchemaPath = "lease-guard.dev/v1alpha1/policy.json";

const modes = ["deny", "warn", "audit", "off"];

/** `schemas/lease-guard.dev/v1alpha1/policy.json`: the configuration's schema, made from what the rules tell of themselves. */
export async function policySchema(root) {
  const rules = await withSource(root, (load) => Promise.all(ruleIds(root).map(async (id) => (await load(`rules/${id}.ts`)).rule)));
  const path = join("schemas", policySchemaPath);
  return { path, text: formatted(root, path, JSON.stringify(documentOf(rules))) };
}

function documentOf(rules) {
  const withParameters = rules.filter(({ parameters }) => parameters !== undefined);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `https://lease-guard.dev/schemas/${policySchemaPath}`,
    title: "Policy lease-guard.dev/v1alpha1",
    description:
      "What an operator decides of lease-guard: which rules refuse a write, which only warn, where, until when, and who is exempt.",
    type: "object",
    additionalProperties: false,
    required: ["apiVersion", "kind"],
    properties: {
      apiVersion: { description: "The version of this schema.", const: "lease-guard.dev/v1alpha1" },
      kind: { description: "The kind of this schema.", const: "Policy" },
      profile: {
        description:
          "What rules do that are not named below: default refuses only what kube-apiserver itself refuses and warns of the rest, strict refuses most of that too, observe only writes to the audit log.",
        enum: ["default", "strict", "observe"],
      },
      clockSkewAllowance: {
        description: "How far a client's clock may be from this one, either way, as a duration from 0s to 24h; 5s unless it is said.",
        type: "string",
        format: "go-duration",
        examples: ["5s", "1m30s"],
      },
      rules: {
        description: "Single rules by their ids, where they are to do something else than the profile says.",
        type: ["object", "null"],
        additionalProperties: false,
        properties: Object.fromEntries(rules.map((rule) => [rule.id, ruleSchema(rule)])),
      },
      exemptions: {
        description: "Writes that some rules only note in the audit log, for a while.",
        type: ["array", "null"],
        items: { $ref: "#/$defs/exemption" },
      },
    },
    $defs: {
      ...(withParameters.length < rules.length && settingDefinitions("setting", "scope", undefined)),
      ...Object.assign({}, ...withParameters.map((rule) => settingDefinitions(nameOf(rule), `${nameOf(rule)}Scope`, rule))),
      mode: {
        description:
          "deny refuses the write, warn lets it through and warns the client, audit only notes it in the audit log, off asks nothing.",
        enum: modes,
      },
      warnUntil: {
        description: "With mode deny: until then the rule only warns. A day, which begins at midnight UTC, or an RFC 3339 time.",
        type: "string",
        format: "day-or-time",
        examples: ["2027-01-15", "2027-01-15T08:00:00Z"],
      },
      match: {
        description:
          "Which writes are meant: all that is given must hold, and of each list one pattern, in which * stands for any characters.",
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
      },
      exemption: {
        description: "Writes that some rules only note in the audit log until a day.",
        type: "object",
        additionalProperties: false,
        required: ["rules", "match", "reason", "owner", "expires"],
        properties: {
          rules: {
            description: "The ids of the rules.",
            type: "array",
            minItems: 1,
            items: { enum: rules.map(({ id }) => id) },
          },
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
      },
    },
  };
}

function patterns(description) {
  return { description, type: "array", minItems: 1, items: { type: "string", minLength: 1 } };
}

function ruleSchema(rule) {
  const off = rule.tier === "policy" ? " Off until it is given parameters." : "";
  return {
    description: `Tier ${rule.tier}: ${rule.description}.${off}`,
    $ref: `#/$defs/${rule.parameters === undefined ? "setting" : nameOf(rule)}`,
  };
}

/** A rule's setting, and that of a scope of it. */
function settingDefinitions(name, scopeName, rule) {
  const fields = {
    mode: { $ref: "#/$defs/mode" },
    warnUntil: { $ref: "#/$defs/warnUntil" },
    ...(rule !== undefined && { parameters: { $ref: `#/$defs/${name}Parameters` } }),
  };
  return {
    [name]: {
      description: "What one rule does, and in which scopes something else.",
      type: ["object", "null"],
      additionalProperties: false,
      properties: {
        ...fields,
        scopes: {
          description: "What it does for some writes: the first scope that matches counts, and what that leaves out is as for all others.",
          type: ["array", "null"],
          items: { $ref: `#/$defs/${scopeName}` },
        },
      },
    },
    [scopeName]: {
      description: "What a rule does for some writes.",
      type: "object",
      additionalProperties: false,
      required: ["match"],
      properties: { match: { $ref: "#/$defs/match" }, ...fields },
    },
    ...(rule !== undefined && { [`${name}Parameters`]: parametersSchema(rule) }),
  };
}

function parametersSchema({ id, parameters: { properties, required = [] } }) {
  return {
    description: `What ${id} is to hold writes to. It replaces all parameters that were given before.`,
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    ...(required.length > 0 && { required }),
    properties,
  };
}

/** `lease/name-pattern` is leaseNamePattern. */
function nameOf({ id }) {
  return id.replace(/[-/]([a-z0-9])/g, (_, char) => char.toUpperCase());
}
