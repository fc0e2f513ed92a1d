import { Command } from "commander";
import { examples } from "../../terminal/help.ts";
import { print } from "../../terminal/output.ts";
import { packageFile } from "../../terminal/package.ts";

interface SchemaFlags {
  readonly apiVersion?: string;
}

export function schemaCommand(): Command {
  return new Command("schema")
    .description("print the JSON Schema of a kind as one self-contained document")
    .argument(
      "<kind>",
      "kind or resource, with or without version and group: Lease, leasecandidates, leases.v1.coordination.k8s.io",
    )
    .option("--api-version <group/version>", "API version of the kind (default: newest)")
    .addHelpText(
      "after",
      examples((name) => [
        `${name} schema Lease`,
        `${name} schema leasecandidates --api-version coordination.k8s.io/v1alpha2`,
        `${name} schema Results > results.schema.json`,
      ]),
    )
    .action(async (kind: string, { apiVersion }: SchemaFlags) => {
      const { schemaPath } = await import("./schema-files.ts");
      print(packageFile(schemaPath(kind, apiVersion)));
    });
}
