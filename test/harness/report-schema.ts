import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { formats } from "../../src/schema/formats.ts";

const folder = new URL("../../schemas/report/v1alpha1/", import.meta.url);

/** Returns the validator of a report, by the name of its schema file without the extension. */
export function reportSchema(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, formats: { ...formats } });
  for (const file of readdirSync(folder))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as object);
  const validate = ajv.getSchema(new URL(`${name}.json`, "https://lease-guard.dev/schemas/report/v1alpha1/").href);
  if (validate === undefined) throw new Error(`there is no schema ${name}.json`);
  return validate;
}
