import { hourMs } from "../../src/core/text/duration.ts";
import { maxReviewDepth, maxReviewKeys, maxReviewValues } from "../../src/engine/review/limits.ts";
import { fenceModes } from "../../src/policy/fence.ts";
import { parametersPath, policyApiVersion, policyPath } from "../../src/policy/file/policy-document.ts";
import type { Conditions, Match } from "../../src/policy/match.ts";
import {
  defaultAdministrators,
  defaultClockSkewMs,
  findingModes,
  maxClockSkewMs,
  modes,
  profiles,
} from "../../src/policy/policy.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { apiServerUser, mastersGroup } from "../../src/rules/shared/identities.ts";
import { patternList } from "../../src/rules/shared/require-match.ts";
import { formattedFile, type GeneratedFile } from "./generated-file.ts";
import type { JsonSchema, JsonSchemas } from "./json-schema.ts";
import {
  parametersSchema,
  plainSettingDefinitions,
  ruleSettingSchema,
  settingDefinitions,
  settingReference,
} from "./rule-setting-schema.ts";
import type { SchemaFile } from "./schema-files.ts";

const path = `schemas/${policyPath}`;

export function policySchema(rules: readonly Rule[]): GeneratedFile {
  const settings = Object.fromEntries(rules.map((rule) => [rule.id, ruleSettingSchema(rule)]));
  const ids = rules.map(({ id }) => id);
  const document = policyDocument(
    { additionalProperties: false, properties: settings },
    { enum: ids },
    settingDefinitions(rules),
  );
  return formattedFile(path, JSON.stringify(document));
}

/**
 * Returns the schemas to compile. Replaces the schema of policies with a schema that does not
 * depend on the rules: it has one definition for the settings of all rules, and accepts all rule
 * ids and parameters. Adds a schema for the parameters of each rule.
 * `src/policy/file/schema-errors.ts` checks the ids.
 */
export function schemasToCompile(files: readonly SchemaFile[], rules: readonly Rule[]): readonly SchemaFile[] {
  const policy = policyDocument({ additionalProperties: { $ref: settingReference } }, {}, plainSettingDefinitions);
  const parameters = rules.flatMap(({ id, parameters }) => {
    if (parameters === undefined) return [];
    const path = parametersPath(id);
    return [{ path, schema: { $id: `https://lease-guard.dev/${path}`, ...parametersSchema(id, parameters) } }];
  });
  return [...files.map((file) => (file.path === policyPath ? { ...file, schema: policy } : file)), ...parameters];
}

function policyDocument(settings: JsonSchema, ruleId: JsonSchema, definitions: JsonSchemas): SchemaFile["schema"] {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `https://lease-guard.dev/${path}`,
    title: `Policy ${policyApiVersion}`,
    description: "A policy: the mode of each rule, its scopes, dates, and exemptions.",
    type: "object",
    additionalProperties: false,
    required: ["apiVersion", "kind"],
    properties: {
      apiVersion: { description: "The version of this schema.", const: policyApiVersion },
      kind: { description: "The kind that this schema describes.", const: "Policy" },
      profile,
      clockSkewAllowance,
      administrators,
      unvalidated,
      rules: {
        description: "The settings of individual rules, by rule id. A setting overrides the profile.",
        type: ["object", "null"],
        ...settings,
      },
      exemptions: {
        description: exemptedWrites,
        type: ["array", "null"],
        items: { $ref: "#/$defs/exemption" },
      },
      fences: {
        description:
          "The fences around objects that only the leader of an election writes. They act only in lease-guard policy export.",
        type: ["array", "null"],
        items: { $ref: "#/$defs/fence" },
      },
    },
    $defs: { ...definitions, mode, warnUntil, warnNewHolder, match, exemption: exemption(ruleId), fence },
  };
}

const exemptedWrites =
  "Writes that some rules neither deny nor warn about until a date. Until this date, the findings of these rules go only to the audit log.";

const profile: JsonSchema = {
  description:
    "The profile sets the mode of each rule for which the policy sets no mode. default denies only what kube-apiserver rejects, and warns about the findings of other rules. strict also denies the findings of protocol rules that correct clients do not trigger, and of policy rules with parameters. With observe, findings go only to the audit log.",
  enum: profiles,
};

const clockSkewAllowance: JsonSchema = {
  description: `The maximum difference between a client's clock and the clock of lease-guard, in either direction: a duration from 0s to ${maxClockSkewMs / hourMs}h. The default is ${defaultClockSkewMs / 1000}s.`,
  type: "string",
  format: "go-duration",
  examples: ["5s", "1m30s"],
};

const administrators: JsonSchema = {
  description: `The users who repair the cluster. Rules of tier protocol about the writer report no writes by these users, of members of the group ${mastersGroup}, or of the user ${apiServerUser}. In patterns, * matches any characters.`,
  type: ["object", "null"],
  additionalProperties: false,
  properties: {
    users: { ...patterns("Patterns for user names. The default is none."), minItems: 0 },
    groups: {
      ...patterns(
        `Patterns for groups. The default is ${defaultAdministrators.groups.join(", ")}. An empty list removes this default.`,
      ),
      minItems: 0,
    },
  },
};

const unvalidated: JsonSchema = {
  description: `What happens to a write that lease-guard does not validate because it exceeds a limit of a review: ${maxReviewValues} values, ${maxReviewKeys} keys in one map, or ${maxReviewDepth} levels. The default is deny in the profile strict, warn in the profile default, and audit in the profile observe. lease-guard never denies a DELETE, an update that lowers the number and keeps spec, a write of an administrator, or a write that an exemption matches.`,
  enum: findingModes,
};

const mode: JsonSchema = {
  description:
    "deny: lease-guard denies the write. warn: lease-guard allows the write and warns the client. audit: lease-guard allows the write and adds an annotation to the audit log. off: lease-guard does not evaluate the rule.",
  enum: modes,
};

const warnUntil: JsonSchema = {
  description:
    "With mode deny, the rule only warns until this time. The value is a date, which means midnight UTC, or an RFC 3339 time.",
  type: "string",
  format: "day-or-time",
  examples: ["2027-01-15", "2027-01-15T08:00:00Z"],
};

const warnNewHolder: JsonSchema = {
  description:
    "With mode deny and the value true, the rule only warns if a client creates a Lease, becomes the holder of a released or expired Lease, or continues to hold it. The rule still denies all other writes, such as the takeover of a held Lease. The value has no effect on LeaseCandidates.",
  type: "boolean",
};

const conditions: Readonly<Record<keyof Conditions, JsonSchema>> = {
  namespaces: patterns("Patterns for the namespace of the object."),
  names: patterns("Patterns for the name of the object."),
  labels: {
    description:
      "Patterns for label values, by key. For an update, the patterns apply to the labels of the existing object.",
    type: "object",
    minProperties: 1,
    additionalProperties: { type: "string" },
  },
  users: patterns(
    "Patterns for the user name of the client. A service account is system:serviceaccount:NAMESPACE:NAME. $(namespace) is the namespace of the object.",
  ),
  groups: patterns("Patterns for a group of the client. $(namespace) is the namespace of the object."),
};

const match: JsonSchema = {
  description:
    "The writes to match. All given fields must match. A list matches if one of its patterns matches. In patterns, * matches any characters.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    ...conditions,
    not: {
      description:
        "The writes to exclude from the match. If this field contains users or groups, the field also excludes writes whose user is unknown.",
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      properties: conditions,
    },
  } satisfies Record<keyof Match, JsonSchema>,
};

function patterns(description: string): JsonSchema {
  const { type, minItems, items } = patternList;
  return { description, type, minItems, items };
}

function exemption(ruleId: JsonSchema): JsonSchema {
  return {
    description: exemptedWrites,
    type: "object",
    additionalProperties: false,
    required: ["rules", "match", "reason", "owner", "expires"],
    properties: {
      rules: { description: "The ids of the exempted rules.", type: "array", minItems: 1, items: ruleId },
      match: { $ref: "#/$defs/match" },
      reason: {
        description: "The reason for the exemption. The audit log contains this reason.",
        type: "string",
        minLength: 1,
      },
      owner: { description: "The person or the team to contact about the exemption.", type: "string", minLength: 1 },
      expires: {
        description:
          "The exemption expires at this time. The value is a date, which means midnight UTC, or an RFC 3339 time.",
        type: "string",
        format: "day-or-time",
        examples: ["2027-03-01"],
      },
    },
  };
}

const fence: JsonSchema = {
  description:
    "A fence lets only the pod that the Lease names write some objects. It denies or warns while the Lease names another pod and its term runs.",
  type: "object",
  additionalProperties: false,
  required: ["name", "lease", "serviceAccount", "identity", "resources"],
  properties: {
    name: { description: "The name of the fence, an RFC 1123 label. No other fence has it.", type: "string" },
    lease: { description: "The Lease of the election: NAMESPACE/NAME.", type: "string", examples: ["kyverno/kyverno"] },
    serviceAccount: {
      description: "The service account of all replicas: NAMESPACE/NAME. The fence applies only to its pods.",
      type: "string",
      examples: ["kyverno/kyverno-admission-controller"],
    },
    identity: {
      description:
        "The form of the holder identity: POD for the name of the pod, POD_* if _ and any text follow, POD with a fixed suffix, or NODE_* for a pod on the network of its node.",
      type: "string",
      examples: ["POD", "POD_*", "POD-external-cert-manager-controller", "NODE_*"],
    },
    resources: {
      description:
        "The resources that only the leader writes, as RESOURCE.GROUP or RESOURCE.GROUP/SUBRESOURCE. A resource does not include its subresources.",
      type: "array",
      minItems: 1,
      items: { type: "string" },
      examples: [["widgets.example.com", "widgets.example.com/status", "configmaps"]],
    },
    selector: {
      description: "The labels of the objects. Without a selector, the fence applies to all objects.",
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      properties: {
        matchLabels: {
          description: "The values of labels, by key.",
          type: "object",
          additionalProperties: { type: "string" },
        },
        matchExpressions: {
          description: "Requirements for labels.",
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            required: ["key", "operator"],
            properties: {
              key: { description: "The key of the label.", type: "string" },
              operator: {
                description: "The relation of the label to the values.",
                enum: ["In", "NotIn", "Exists", "DoesNotExist"],
              },
              values: { description: "The values of In and NotIn.", type: "array", items: { type: "string" } },
            },
          },
        },
      },
    },
    deletes: {
      description:
        "Whether the fence also applies to deletes. A delete has no time, so the fence also applies after the term has ended. The default is false.",
      type: "boolean",
    },
    mode: {
      description:
        "warn: kube-apiserver allows the write, warns the client, and writes the finding to the audit log. deny: kube-apiserver denies the write. The default is warn.",
      enum: fenceModes,
    },
  },
};
