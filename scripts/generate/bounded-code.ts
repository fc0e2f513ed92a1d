import { maxSchemaErrors } from "../../src/schema/compiled-schema.ts";

/**
 * Matches the statements with which ajv adds an error. ajv repeats them for each keyword of a
 * schema.
 */
const addedError =
  /^const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;$/gm;

/**
 * Returns the code that ajv generated in a shorter form, changed so that each function returns
 * after `maxSchemaErrors` errors.
 */
export function boundedCode(code: string): string {
  // ajv removes some errors later, for example the errors of one branch of anyOf. The limit would
  // count these errors and reject valid data.
  if (/\berrors = _errs/.test(code))
    throw new Error(
      "schemas/ must not use anyOf, oneOf, not, if, and contains, because the bound would count the errors that ajv withdraws",
    );
  const short = code.replaceAll(addedError, "(vErrors ??= []).push($2);\nerrors++;");
  if (short === code || short.includes("vErrors.push("))
    throw new Error(
      "the code of ajv does not count errors in the expected form; adapt scripts/generate/bounded-code.ts",
    );
  let current = "";
  return withoutUnused(short)
    .split("\n")
    .map((line) => {
      current = /^function (validate\d+)\(/.exec(line)?.[1] ?? current;
      return line.replace(
        /\berrors\+\+;|\berrors = vErrors\.length;/g,
        (counted) =>
          `${counted} if (errors >= ${maxSchemaErrors}) { vErrors.length = ${maxSchemaErrors}; ${current}.errors = vErrors; return false; }`,
      );
    })
    .join("\n");
}

/** Removes the comments, the empty lines, and the copies of schemas that the code does not read. */
function withoutUnused(code: string): string {
  return code
    .replaceAll(/^\/\*# sourceURL=.*\n|\n(?=\n\n)/gm, "")
    .replaceAll(/^const (schema\d+) = .*;\n/gm, (line, name: string) => (code.includes(`${name}.`) ? line : ""));
}
