import { maxSchemaErrors } from "../../src/schema/compiled-schema.ts";

/**
 * Returns the code that ajv generated, changed so that each function returns after
 * `maxSchemaErrors` errors.
 */
export function boundedCode(code: string): string {
  // ajv removes some errors later, for example the errors of one branch of anyOf. The limit would
  // count these errors and reject valid data.
  if (/\berrors = _errs/.test(code))
    throw new Error(
      "schemas/ must not use anyOf, oneOf, not, if, and contains, because the bound would count the errors that ajv withdraws",
    );
  let current = "";
  let bounds = 0;
  const lines = code.split("\n").map((line) => {
    current = /^function (validate\d+)\(/.exec(line)?.[1] ?? current;
    return line.replace(/\berrors\+\+;|\berrors = vErrors\.length;/g, (counted) => {
      bounds++;
      return `${counted} if (errors >= ${maxSchemaErrors}) { vErrors.length = ${maxSchemaErrors}; ${current}.errors = vErrors; return false; }`;
    });
  });
  if (bounds === 0) throw new Error("the code of ajv does not count errors in the expected form; adapt scripts/generate/bounded-code.ts");
  return lines.join("\n");
}
