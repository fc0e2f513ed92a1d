import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ValueLimits } from "../../../src/manifest/json-stream/capture.ts";
import { readJsonStream } from "../../../src/manifest/json-stream/read-json-stream.ts";

const unlimited: ValueLimits = { maxBytes: 2 ** 20, maxValues: 10_000, maxKeys: 10_000, maxDepth: 500 };

/** Cuts the bytes of a text into chunks of the given sizes, in turn. */
function* chunksOf(text: string, sizes: readonly number[]): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  for (let index = 0; from < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.slice(from, from + size);
    from += size;
  }
}

/** The parts of a stream: items, documents, limits that values exceed, and problems with places. */
type Part =
  | { readonly item: unknown }
  | { readonly document: unknown }
  | { readonly exceeded: string; readonly identity: unknown }
  | { readonly problem: string; readonly at: string };

async function read(
  text: string,
  sizes: readonly number[] = [16],
  limits = unlimited,
  lists?: ReadonlySet<string>,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const values of readJsonStream(chunksOf(text, sizes), limits, undefined, lists))
    for (const read of values) {
      if (!read.ok) parts.push({ problem: read.error.message, at: `${read.error.line}:${read.error.column}` });
      else if (read.value.exceeded !== undefined)
        parts.push({ exceeded: read.value.exceeded, identity: read.value.identity });
      else parts.push(read.value.type === "item" ? { item: read.value.value } : { document: read.value.value });
    }
  return parts;
}

/** Returns the value of a JSON text, or undefined for other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const space = fc.constantFrom("", " ", "\n", "\t\r\n", "  ");
const json = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, "\t"))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

describe("readJsonStream reads the same as JSON.parse, wherever the chunks end:", () => {
  it("the items of a list, and the rest of the list", async () => {
    const list = fc.record({
      before: fc.dictionary(fc.string(), json),
      items: fc.array(json),
      after: fc.dictionary(fc.string(), json),
      gap: space,
    });
    const property = fc.asyncProperty(list, sizes, async ({ before, items, after, gap }, cuts) => {
      const fields = (part: Readonly<Record<string, string>>): readonly string[] =>
        Object.entries(part).flatMap(([key, value]) =>
          key === "items" ? [] : [`${gap}${JSON.stringify(key)}:${value}`],
        );
      const text = `{${[...fields(before), `"items"${gap}:${gap}[${gap}${items.join(`${gap},`)}${gap}]`, ...fields(after)].join(",")}${gap}}`;
      const whole = JSON.parse(text) as { readonly items: readonly unknown[] };
      expect(await read(text, cuts)).toEqual([
        ...whole.items.map((item) => ({ item })),
        { document: { ...whole, items: [] } },
      ]);
    });
    await fc.assert(property);
  });

  it("a stream of objects", async () => {
    const objects = fc.array(
      fc.dictionary(
        fc.string().filter((key) => key !== "items" && key !== "fieldsV1"),
        json,
      ),
      { maxLength: 4 },
    );
    const property = fc.asyncProperty(objects, sizes, space, async (all, cuts, gap) => {
      const texts = all.map(
        (fields) => `{${Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${value}`)}}`,
      );
      expect(await read(texts.join(gap), cuts)).toEqual(
        texts.map((text) => ({ document: JSON.parse(text) as unknown })),
      );
    });
    await fc.assert(property);
  });

  it("an error, for a text that JSON.parse rejects", async () => {
    const valid = '{"kind":"List","items":[{"a":[1,"\\u00e9\\"]"]},-1.5e3,null],"b":{"c":true}}';
    const edit = fc.record({
      at: fc.nat({ max: valid.length }),
      drop: fc.nat({ max: 3 }),
      add: fc.constantFrom("", "{", "}", "[", "]", ",", ":", '"', "1", " 2", "\n", "\\", "x"),
    });
    const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), sizes, async (edits, cuts) => {
      const text = edits.reduce(
        (before, { at, drop, add }) => before.slice(0, at) + add + before.slice(at + drop),
        valid,
      );
      const value = parsed(text);
      const parts = await read(text, cuts);
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      const documents = parts.flatMap((part) => ("document" in part ? [part.document] : []));
      const problems = parts.filter((part) => "problem" in part);
      if (isObject) expect({ documents: documents.length, problems }).toEqual({ documents: 1, problems: [] });
      else if (documents.length < 2) expect(problems).toHaveLength(1);
    });
    await fc.assert(property, { numRuns: 2000 });
  });
});

describe("readJsonStream finds the place of a problem:", () => {
  it.each<readonly [name: string, text: string, problem: string, at: string]>([
    ["a list without an end", '{"items":[\n  {"a":1},', "must have a } that closes this {", "1:1"],
    ["two items without a comma", '{"items":[\n"é😀" 2]}', 'must have "," or "]" here', "2:7"],
    ["a comma before the end", '{"items":[1,\n ]}', "must have a JSON value here", "2:2"],
    ["an item that is not JSON", '{"items":[1,\r\n\t{"a" 1}]}', "must be JSON", "2:2"],
    ["a word in a number", '{"items":[1,2 3]}', 'must have "," or "]" here', "1:15"],
    ["items twice", '{"items":[],\n"items":[]}', "must not have items twice", "2:9"],
    ["a line break in a string", '{"a":"\n"}', "must not have a control character in a string", "1:7"],
    ["text after the object", "{}\n x", "must have a JSON object here", "2:2"],
    ["a list", "\uFEFF [1]", "must have a JSON object here", "1:2"],
    ["fieldsV1 with an escape that JSON does not have", '{"fieldsV1":{"\\x":{}}}', "must be JSON", "1:16"],
  ])("%s", async (_, text, problem, at) => {
    for (const size of [1, 3, 100]) expect((await read(text, [size])).at(-1)).toEqual({ problem, at });
  });
});

describe("readJsonStream reads no more than the limits of a value, and goes on:", () => {
  const limits: ValueLimits = { maxBytes: 400, maxValues: 40, maxKeys: 20, maxDepth: 10 };
  const lease = (metadata: string): string =>
    `{"apiVersion":"v1","kind":"Lease","metadata":{${metadata}},"spec":{"metadata":{"name":"other"}}}`;
  const many = (count: number, part: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => part(index)).join(",");
  const named = { apiVersion: "v1", kind: "Lease", namespace: "a", name: "b" };

  it.each<readonly [name: string, metadata: string, exceeded: string]>([
    ["values", `"finalizers":[${many(50, () => "1")}]`, "must not contain more than 40 values"],
    ["brackets", `"finalizers":[${many(25, () => "[]")}]`, "must not contain more than 40 values"],
    ["keys", `"labels":{${many(21, (index) => `"k${index}":1`)}}`, "must not contain an object with more than 20 keys"],
    ["bytes", `"annotations":{"a":"${"x".repeat(500)}"}`, "must not be larger than 400 bytes"],
    ["levels", `"a":${"[".repeat(30)}${"]".repeat(30)}`, "must not nest deeper than 10 levels"],
    [
      "a value in fieldsV1 that is not an object",
      '"managedFields":[{"fieldsV1":{"f:a":{"b":[{"c":1}]}}}]',
      "must have only JSON objects in fieldsV1",
    ],
  ])("%s", async (_, large, exceeded) => {
    for (const metadata of [`${large},"namespace":"a","name":"b"`, `"name":"b","namespace":"a",${large}`]) {
      for (const size of [1, 7, 10_000]) {
        const parts = await read(`{"items":[${lease(metadata)},{"after":1}]}`, [size], limits);
        expect(parts).toEqual([{ exceeded, identity: named }, { item: { after: 1 } }, { document: { items: [] } }]);
        expect(await read(lease(metadata), [size], limits)).toEqual([{ exceeded, identity: named }]);
      }
    }
  });

  it("a word that is too long", async () => {
    expect(await read(`{"items":[${"1".repeat(500)},2]}`, [9], limits)).toEqual([
      { exceeded: "must not be larger than 400 bytes", identity: {} },
      { item: 2 },
      { document: { items: [] } },
    ]);
  });

  it("except in fieldsV1, of which only the owners of renewTime and holderIdentity remain", async () => {
    const fields = (inner: string): string =>
      `{"fieldsV1":{"f:metadata":{${many(100, (index) => `"f:\\u00e9\\"${index}":{".":{}}`)}}${inner}}}`;
    const kept = async (inner: string) => read(`{"items":[${fields(inner)}]}`, [5], limits);
    const item = (fieldsV1: object) => [{ item: { fieldsV1 } }, { document: { items: [] } }];
    expect(await kept("")).toEqual(item({}));
    expect(await kept(' , "f:spec" : { "f:leaseTransitions" : { } } ')).toEqual(item({ "f:spec": {} }));
    expect(await kept(' , "f:spec" : { "f:holderIdentity" : { } } ')).toEqual(
      item({ "f:spec": { "f:holderIdentity": {} } }),
    );
    expect(await kept(',"f:spec":{"f:a":{},"f:renewTime":{}},"f:status":{"f:b":{}}')).toEqual(
      item({ "f:spec": { "f:renewTime": {} } }),
    );
  });
});

describe("readJsonStream reads the items of", () => {
  const lists = new Set(["", "events", "items"]);

  it("a list that is not in an object", async () => {
    const property = fc.asyncProperty(fc.array(json), space, sizes, async (items, gap, cuts) => {
      const text = `[${gap}${items.join(`${gap},`)}${gap}]`;
      const whole = JSON.parse(text) as readonly unknown[];
      const parts = [...whole.map((item) => ({ item })), { document: [] }];
      expect(await read(`${text}${gap}${text}`, cuts, unlimited, lists)).toEqual([...parts, ...parts]);
    });
    await fc.assert(property);
  });

  it("lists with other keys", async () => {
    const text = '{"a":[1],"":[2],"events":[3],"b":{"events":[4]}}{"items":[5]}';
    expect(await read(text, [7], unlimited, lists)).toEqual([
      { item: 3 },
      { document: { a: [1], "": [2], events: [], b: { events: [4] } } },
      { item: 5 },
      { document: { items: [] } },
    ]);
    expect(await read('{"events":[3]}')).toEqual([{ document: { events: [3] } }]);
    expect(await read("[3]")).toEqual([{ problem: "must have a JSON object here", at: "1:1" }]);
  });

  it("a list that does not end", async () => {
    expect(await read("[1, 2", [7], unlimited, lists)).toEqual([
      { item: 1 },
      { problem: "must have a ] that closes this [", at: "1:1" },
    ]);
  });
});
