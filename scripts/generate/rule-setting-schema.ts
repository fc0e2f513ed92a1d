import type { ParametersSchema, Rule } from "../../src/rules/rule.ts";
import type { JsonSchema, JsonSchemas } from "./json-schema.ts";
import { camelCaseId } from "./rule-index.ts";

/** The one setting of all rules without parameters. */
const plainSetting = "setting";

/** What a policy may set for a rule. */
export function ruleSettingSchema(rule: Rule): JsonSchema {
  const off = rule.tier === "policy" ? " Off until it is given parameters." : "";
  return {
    description: `Tier ${rule.tier}: ${rule.description}.${off}`,
    $ref: `#/$defs/${rule.parameters === undefined ? plainSetting : camelCaseId(rule.id)}`,
  };
}

/** The definitions that the schemas of these rules' settings refer to. */
export function settingDefinitions(rules: readonly Rule[]): JsonSchemas {
  const plain = rules.some(({ parameters }) => parameters === undefined) ? [settingAndScope(plainSetting, "scope", {})] : [];
  return Object.assign({}, ...plain, ...rules.map(ownDefinitions)) as JsonSchemas;
}

/** The definitions of a rule with parameters. */
function ownDefinitions({ id, parameters }: Rule): JsonSchemas {
  if (parameters === undefined) return {};
  const name = camelCaseId(id);
  return {
    ...settingAndScope(name, `${name}Scope`, { parameters: { $ref: `#/$defs/${name}Parameters` } }),
    [`${name}Parameters`]: parametersSchema(id, parameters),
  };
}

function settingAndScope(name: string, scopeName: string, parameters: JsonSchemas): JsonSchemas {
  const fields = { mode: { $ref: "#/$defs/mode" }, warnUntil: { $ref: "#/$defs/warnUntil" }, ...parameters };
  return { [name]: settingSchema(fields, scopeName), [scopeName]: scopeSchema(fields) };
}

function settingSchema(fields: JsonSchemas, scopeName: string): JsonSchema {
  return {
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
  };
}

function scopeSchema(fields: JsonSchemas): JsonSchema {
  return {
    description: "What a rule does for some writes.",
    type: "object",
    additionalProperties: false,
    required: ["match"],
    properties: { match: { $ref: "#/$defs/match" }, ...fields },
  };
}

function parametersSchema(id: string, { properties, required = [] }: ParametersSchema<Readonly<Record<string, unknown>>>): JsonSchema {
  return {
    description: `What ${id} is to hold writes to. It replaces all parameters that were given before.`,
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    ...(required.length > 0 && { required }),
    properties: properties as JsonSchemas,
  };
}
