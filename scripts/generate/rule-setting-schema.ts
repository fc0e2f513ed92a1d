import type { ParametersSchema, Rule } from "../../src/rules/rule.ts";
import type { JsonSchema, JsonSchemas } from "./json-schema.ts";
import { camelCaseId } from "./rule-index.ts";

/** The name of the definition that is used for every rule without parameters. */
const plainSetting = "setting";

/** A reference to the schema of a setting without parameters. */
export const settingReference: string = `#/$defs/${plainSetting}`;

/** Returns the schema of the settings for a rule in a policy. */
export function ruleSettingSchema(rule: Rule): JsonSchema {
  const off = rule.tier === "policy" ? " Off until it has parameters." : "";
  return {
    description: `Tier ${rule.tier}: ${rule.description}.${off}`,
    $ref: rule.parameters === undefined ? settingReference : `#/$defs/${camelCaseId(rule.id)}`,
  };
}

export function settingDefinitions(rules: readonly Rule[]): JsonSchemas {
  return Object.assign({}, plainSettingDefinitions, ...rules.map(ownDefinitions)) as JsonSchemas;
}

/** The definitions of a setting without parameters. */
export const plainSettingDefinitions: JsonSchemas = settingAndScope(plainSetting, "scope", {});

/**
 * Returns the definitions of a rule with parameters. Returns none for a rule without parameters.
 */
function ownDefinitions({ id, parameters }: Rule): JsonSchemas {
  if (parameters === undefined) return {};
  const name = camelCaseId(id);
  return {
    ...settingAndScope(name, `${name}Scope`, { parameters: { $ref: `#/$defs/${name}Parameters` } }),
    [`${name}Parameters`]: parametersSchema(id, parameters),
  };
}

function settingAndScope(name: string, scopeName: string, parameters: JsonSchemas): JsonSchemas {
  const plain = ["mode", "warnUntil", "warnNewHolder"].map((field) => [field, { $ref: `#/$defs/${field}` }]);
  const fields = { ...Object.fromEntries(plain), ...parameters };
  return { [name]: settingSchema(fields, scopeName), [scopeName]: scopeSchema(fields) };
}

function settingSchema(fields: JsonSchemas, scopeName: string): JsonSchema {
  return {
    description: "The setting of one rule, with its scopes.",
    type: ["object", "null"],
    additionalProperties: false,
    properties: {
      ...fields,
      scopes: {
        description:
          "The settings for some writes. The first scope that matches applies. If a scope does not set a field, the value of the rule applies.",
        type: ["array", "null"],
        items: { $ref: `#/$defs/${scopeName}` },
      },
    },
  };
}

function scopeSchema(fields: JsonSchemas): JsonSchema {
  return {
    description: "The setting of a rule for some writes.",
    type: "object",
    additionalProperties: false,
    required: ["match"],
    properties: { match: { $ref: "#/$defs/match" }, ...fields },
  };
}

export function parametersSchema(
  id: string,
  { properties, required = [] }: ParametersSchema<Readonly<Record<string, unknown>>>,
): JsonSchema {
  return {
    description: `The parameters of ${id}. Parameters in a scope replace all parameters of the rule.`,
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    ...(required.length > 0 && { required }),
    properties: properties as JsonSchemas,
  };
}
