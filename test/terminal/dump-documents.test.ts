import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { DumpList, DumpValue } from "../../src/manifest/json-dump.ts";
import { openDumps } from "../../src/terminal/dump-documents.ts";
import { UsageError } from "../../src/terminal/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "dump-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string, name = "list.json"): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function allIn(path: string): Promise<readonly (DumpValue | DumpList)[]> {
  const all: (DumpValue | DumpList)[] = [];
  for (const { values } of await openDumps([path])) for await (const batch of values()) all.push(...batch);
  return all;
}

const shown = (all: readonly (DumpValue | DumpList)[]) =>
  all.map((each) => ("list" in each ? each : each.exceeded === undefined ? each.value : { exceeded: each.exceeded }));

const typed = (name: string) => ({ apiVersion: "v1", kind: "Pod", metadata: { name } });
const many = (part: string, count: number): string => `${`${part},`.repeat(count - 1)}${part}`;
/** White space, with which an input is larger than one that can be YAML. */
const space = " ".repeat(2 ** 21);

it.each([
  ["a stream of JSON objects", '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ["YAML", "a: 1\n---\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ["YAML in flow style", "{a: 1}", [{ a: 1 }]],
  ["JSON and YAML", '{"a":1}\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  [
    "a list, without its empty values",
    '{"apiVersion":"v1","items":[{},{"a":1},2,null],"kind":"List"}',
    [{ a: 1 }, { list: { apiVersion: "v1", kind: "List" } }],
  ],
  ["an empty list", '{"kind":"PodList","items":[]}', [{ list: { kind: "PodList" } }]],
  ["null items", '{"kind":"PodList","items":null}', [{ list: { kind: "PodList" } }]],
  [
    "a list whose items have no kind",
    '{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"}}]}',
    [typed("a"), { list: { apiVersion: "v1", kind: "PodList" } }],
  ],
  [
    "lists whose kind comes last",
    '{"items":[{"metadata":{"name":"a"}}],"apiVersion":"v1","kind":"PodList"}\n {"items":[{"b":1}],"kind":"BList"}',
    [typed("a"), { list: { apiVersion: "v1", kind: "PodList" } }, { kind: "B", b: 1 }, { list: { kind: "BList" } }],
  ],
  [
    "a list in a list",
    '{"kind":"List","items":[{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"}}]}]}',
    [{ list: { apiVersion: "v1", kind: "PodList" } }, typed("a"), { list: { kind: "List" } }],
  ],
  [
    "JSON that nests too deeply",
    `{"b":${"[".repeat(600)}${"]".repeat(600)}}`,
    [{ exceeded: { limit: "must not nest deeper than 500 levels" } }],
  ],
  [
    "an object beyond the limits",
    `{"kind":"List","items":[{"kind":"Lease","metadata":{"finalizers":[${many('"a"', 450_001)}],"name":"a"}},{"b":1}]}`,
    [
      { exceeded: { kind: "Lease", name: "a", limit: "must not contain more than 450000 values" } },
      { b: 1 },
      { list: { kind: "List" } },
    ],
  ],
])("reads %s", async (_, text, values) => {
  expect(shown(await allIn(fileOf(text)))).toEqual(values);
  if (text.startsWith("{") && !text.includes("---") && !text.includes("{a"))
    expect(shown(await allIn(fileOf(`\uFEFF${space}${text}`)))).toEqual(values);
});

it("finds the places of fields by reading the file again", async () => {
  const text = `{"kind":"List",\n "items":[{"b":1},\n  {"a": {"\u00e9😀": [1, 2]}}]}`;
  for (const before of ["", space]) {
    const [, second] = await allIn(fileOf(before + text));
    const file = join(folder, "list.json");
    if (second === undefined || "list" in second) throw new Error("must be a value");
    expect(second.locate([])).toEqual({ file, line: 3, column: 3 });
    expect(second.locate(["a", "\u00e9😀", 1])).toEqual({ file, line: 3, column: 21 });
    expect(second.locate(["a", "b"])).toEqual({ file, line: 3, column: 9 });
  }
});

it("reads the files of a directory once", async () => {
  const inner = join(folder, "inner");
  mkdirSync(inner);
  fileOf('{"a":1}', "inner/list.json");
  const [dump, ...others] = await openDumps([inner, join(inner, "list.json")]);
  expect(dump?.file).toBe(join(inner, "list.json"));
  expect(others).toEqual([]);
});

it("reads a pipe several times, with a temporary file for a large one", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const size of [10, 20 * 2 ** 20]) {
    const cat = spawn("sh", [
      "-c",
      `(printf '{"a":"'; head -c ${size} /dev/zero | tr '\\0' x; printf '"} {"b":1}') > ${pipe}`,
    ]);
    const closed = once(cat, "close");
    const [dump] = await openDumps([pipe]);
    await closed;
    for (let time = 0; time < 2; time++) {
      const values: unknown[] = [];
      for await (const batch of dump?.values() ?? []) values.push(...shown([...batch]));
      expect(values).toEqual([
        size > 100 ? { exceeded: { limit: "must not be larger than 8388608 bytes" } } : { a: "x".repeat(size) },
        { b: 1 },
      ]);
    }
  }
});

it.each([
  ["text that is neither JSON nor YAML", "{{", /list\.json:1:\d+: /],
  ["an item that is not JSON", `${space}{"items":[\n{"a": 1},{"b" 2}]}`, /list\.json:2:15: must have ":" here/],
  ["a list without an end", `\n${space}{"items":[`, /list\.json:2:2097153: must have a \} that closes this \{/],
  [
    "items without a kind of a list",
    `${space}{"kind":"Pod","items":[1]}`,
    /must have a kind that ends with "List", because it has items/,
  ],
  ["a file that does not exist", undefined, /missing\.json must be readable: ENOENT/],
])("rejects %s", async (_, text, message) => {
  const read = allIn(text === undefined ? join(folder, "missing.json") : fileOf(text));
  await expect(read).rejects.toThrow(UsageError);
  await expect(read).rejects.toThrow(message);
});

it("locates a value that exceeds a limit at its beginning", async () => {
  const [first] = await allIn(fileOf(`\n  {"b":${"[".repeat(600)}${"]".repeat(600)}}`));
  expect(first && "locate" in first && first.locate(["a"])).toMatchObject({ line: 2, column: 3 });
});
