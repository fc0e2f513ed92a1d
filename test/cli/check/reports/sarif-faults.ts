import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

/** Draft 4, of which it uses nothing that later drafts read otherwise, but for the name of `$id`. */
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

/** Which schema decides: its draft and its name. */
export const sarifSchema: { readonly $schema: string; readonly id: string } = { $schema, id };

/** What keeps a log from being SARIF 2.1.0, as OASIS' schema says; nothing when it is. */
export function sarifFaults(log: unknown): readonly unknown[] {
  return accepts(log) ? [] : (accepts.errors ?? []);
}
