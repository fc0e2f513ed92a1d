import { describe, expect, it } from "vitest";
import { type CursorPath, cursorPath } from "../../src/playground/cursor-path.ts";

/** Returns the path at the mark `|` of a string. */
function at(text: string): CursorPath {
  return cursorPath(text.replace("|", ""), text.indexOf("|"));
}

describe("the path at the cursor", () => {
  it.each<[string, string, CursorPath["part"], CursorPath["path"]]>([
    ["in an empty text", "|", "key", []],
    ["in a key of the document", "api|", "key", []],
    ["in a value of the document", "kind: Le|", "value", ["kind"]],
    ["in a key of a map", "spec:\n  hold|", "key", ["spec"]],
    ["in a value of a map", "spec:\n  holderIdentity: a|", "value", ["spec", "holderIdentity"]],
    ["below blank lines and comments", "spec:\n\n  # text: a\n  a: b\n  |", "key", ["spec"]],
    ["below a nested map", "metadata:\n  labels:\n    a: b\nspec:\n  |", "key", ["spec"]],
    ["in a quoted key", 'rules:\n  "lease/a-b":\n    |', "key", ["rules", "lease/a-b"]],
    ["in a list item", "exemptions:\n  - rules: []\n    |", "key", ["exemptions", 0]],
    ["in a list without indentation", "exemptions:\n- rules: []\n- |", "key", ["exemptions", 0]],
    [
      "in a later key of an item without indentation",
      "exemptions:\n- match:\n    users: []\n  own|",
      "key",
      ["exemptions", 0],
    ],
    ["in a value of a list", "a:\n  names:\n    - x\n    - |", "key", ["a", "names", 0]],
    ["in a nested list", "a:\n- - b: 1\n    |", "key", ["a", 0, 0]],
    ["in a flow map", "metadata: { name: a, na|", "key", ["metadata"]],
    ["in a value of a flow map", "metadata: { name: a|", "value", ["metadata", "name"]],
    [
      "in a nested flow map",
      'rules:\n  lease/a: { mode: warn, scopes: [{ "match": { |',
      "key",
      ["rules", "lease/a", "scopes", 0, "match"],
    ],
    ["in a flow list", "names: [a, |", "value", ["names", 0]],
    ["after a flow map", "metadata: { name: a } |", "value", ["metadata"]],
    ["in a flow map without a key", "- { |", "key", [0]],
    ["in the second document", "a:\n  b: c\n---\nd:\n  |", "key", ["d"]],
  ])("%s", (_, text, part, path) => {
    expect(at(text)).toMatchObject({ part, path });
  });

  it.each([
    ["before the cursor", "apiVersion: v1\nkind: 'Lease'\n|", "v1", "Lease"],
    ["after the cursor", '|\napiVersion: "v1" # text\nkind: Lease\n', "v1", "Lease"],
    ["of the document after a separator with a comment", "apiVersion: v1\n---# text\n|\nkind: B\n", "", "B"],
    ["of this document only", "apiVersion: v1\nkind: A\n---\n|\nkind: B\n---\napiVersion: v2\n", "", "B"],
  ])("has the type %s", (_, text, apiVersion, kind) => {
    expect(at(text)).toMatchObject({ apiVersion, kind });
  });
});
