import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

/**
 * The schema is in draft 4 of JSON Schema. Except for the name of `$id`, later drafts define all
 * keywords of the schema in the same way.
 */
const { $schema, id, ...schema } = JSON.parse(
  readFileSync(new URL("../../fixtures/sarif-schema-2.1.0.json", import.meta.url), "utf8"),
) as {
  readonly $schema: string;
  readonly id: string;
};

const accepts = new Ajv({
  strict: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-reference": /^[\w./%#?&=:@!$'()*+,;~-]*$/,
    "date-time": () => false,
  },
}).compile(schema);

/** The draft of JSON Schema and the URL of the SARIF schema. */
export const sarifSchema: { readonly $schema: string; readonly id: string } = { $schema, id };

/** Returns the errors that OASIS' schema of SARIF 2.1.0 reports for a log. */
export function sarifErrors(log: unknown): readonly unknown[] {
  return accepts(log) ? [] : (accepts.errors ?? []);
}
