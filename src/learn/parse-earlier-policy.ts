import { type Document, isMap, parseDocument, type Tags, visit } from "yaml";
import { failed, ok, type Result } from "../core/field/result.ts";

/** The YAML document of an earlier policy, with its comments. */
export type EarlierPolicy = Document;

/**
 * The options for YAML documents of policies. The reader of policies reads YAML 1.1, so a name such
 * as `012` needs quotes.
 */
export const policyYamlOptions: { readonly version: "1.1"; readonly customTags: (tags: Tags) => Tags } = {
  version: "1.1",
  customTags: withoutTimes,
};

/**
 * Parses the text of an earlier policy. Fails if the text is not one document of kind Policy. For
 * example, it fails for a ConfigMap with a policy, because `learn` would add fields to the
 * ConfigMap. Also fails if the policy has an alias, because `learn` cannot merge an alias.
 */
export function parseEarlierPolicy(text: string): Result<EarlierPolicy, string> {
  const document = parseDocument(text, policyYamlOptions);
  const isPolicy = document.errors.length === 0 && isMap(document.contents) && document.get("kind") === "Policy";
  if (!isPolicy) return failed("must be one YAML document of kind Policy, not a ConfigMap or several documents");
  const alias = firstAlias(document);
  return alias === undefined
    ? ok(document)
    : failed(`must not have YAML aliases; replace *${alias} with the value of &${alias}`);
}

function firstAlias(document: Document): string | undefined {
  let name: string | undefined;
  visit(document, {
    Alias: (_key, { source }) => {
      name = source;
      return visit.BREAK;
    },
  });
  return name;
}

/**
 * Returns the tags of YAML 1.1 without times and numbers of base 60, which the reader of policies
 * reads as strings.
 */
function withoutTimes(tags: Tags): Tags {
  return tags.filter(
    (tag) =>
      typeof tag === "string" || (!tag.tag.endsWith(":timestamp") && !("format" in tag && tag.format === "TIME")),
  );
}
