import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { dumpDocuments } from "../../../src/cli/shared/dump-documents.ts";
import { UsageError } from "../../../src/cli/shared/errors.ts";
import { maxValues } from "../../../src/manifest/document.ts";
import { readAll } from "../../harness/manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "dump-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, "list.json");
  writeFileSync(file, text);
  return file;
}

async function valuesIn(text: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { value } of dumpDocuments([fileOf(text)])) values.push(value);
  return values;
}

it("reads JSON with more values than a manifest can have, with positions", async () => {
  const list = { kind: "List", items: Array.from({ length: maxValues }, () => ({})) };
  const text = JSON.stringify(list);
  expect((await readAll(text))[0]).toMatchObject({ ok: false });
  const documents = dumpDocuments([fileOf(text)]);
  const { value: document } = await documents.next();
  expect(document?.value).toEqual(list);
  expect(document?.locate(["items", 1])).toEqual({ line: 1, column: text.indexOf("{},{}") + 4 });
  expect(await documents.next()).toMatchObject({ done: true });
});

it.each([
  ["a stream of JSON objects", '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ["YAML", "a: 1\n---\nb: 2\n", [{ a: 1 }, { b: 2 }]],
])("reads %s", async (_, text, values) => {
  expect(await valuesIn(text)).toEqual(values);
});

it("reads the files of a directory", async () => {
  fileOf('{"a":1}');
  const { value: document } = await dumpDocuments([folder]).next();
  expect(document).toMatchObject({ file: join(folder, "list.json"), value: { a: 1 } });
});

it.each([
  ["JSON that nests too deeply", `{"a":${"[".repeat(600)}${"]".repeat(600)}}`],
  ["text that is neither JSON nor YAML", "{{"],
])("rejects %s with its position", async (_, text) => {
  const read = valuesIn(text);
  await expect(read).rejects.toThrow(UsageError);
  await expect(read).rejects.toThrow(/list\.json:1:\d+: /);
});
