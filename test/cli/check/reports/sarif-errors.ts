import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

/**
 * The schema is in draft 4. Later drafts read all its keywords in the same way, except the name of
 * `$id`.
 */
const { $schema, id, ...schema } = JSON.parse(
  readFileSync(new URL("../../../fixtures/sarif-schema-2.1.0.json", import.meta.url), "utf8"),
) as {
  readonly $schema: string;
  readonly id: string;
};

const accepts = new Ajv({
  strict: false,
  formats: { uri: (text: string) => URL.canParse(text), "uri-reference": /^[\w./%#?&=:@!$'()*+,;~-]*$/, "date-time": () => false },
}).compile(schema);

/** The draft and the URL of the schema that decides. */
export const sarifSchema: { readonly $schema: string; readonly id: string } = { $schema, id };

/** Lists the errors that OASIS' schema of SARIF 2.1.0 reports for a log. */
export function sarifErrors(log: unknown): readonly unknown[] {
  return accepts(log) ? [] : (accepts.errors ?? []);
}
