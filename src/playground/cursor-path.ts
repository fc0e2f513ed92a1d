import type { FieldPath } from "../core/field/path.ts";

/** The place of the cursor in YAML: in a key, or in the value of a field. */
export interface CursorPath {
  /** The path of the map that contains the key, or the path of the field with the value. */
  readonly path: FieldPath;
  readonly part: "key" | "value";
  /** The `apiVersion` and the `kind` of the document. An absent value is "". */
  readonly apiVersion: string;
  readonly kind: string;
}

interface Line {
  /** The columns of the dashes before the key. */
  readonly dashes: readonly number[];
  /** The column after the dashes. */
  readonly column: number;
  readonly key: string | undefined;
}

const keyPattern = /^(?:"([^"]*)"|'([^']*)'|([^\s:#"'{}[\],][^:#{}[\],]*?))\s*:(?=\s|$)/;

/** Returns the place of the cursor at an offset of YAML. */
export function cursorPath(text: string, offset: number): CursorPath {
  const before = text.slice(0, offset).split("\n");
  const current = before.pop() ?? "";
  const start = before.findLastIndex((line) => line.startsWith("---")) + 1;
  const own = toLine(current);
  const above = pathAbove(before.slice(start), own);
  return { ...inLine(current, own, above), ...typeOf(text, offset) };
}

function toLine(text: string): Line {
  const dashes: number[] = [];
  let column = text.length - text.trimStart().length;
  for (let match = /^- +|^-$/.exec(text.slice(column)); match !== null; match = /^- +|^-$/.exec(text.slice(column))) {
    dashes.push(column);
    column += match[0].length;
  }
  return { dashes, column, key: keyAt(text.slice(column)) };
}

function keyAt(text: string): string | undefined {
  const [, double, single, plain] = keyPattern.exec(text) ?? [];
  return double ?? single ?? plain;
}

/** Returns the path of the map or list that contains a line. `lines` are the lines above it. */
function pathAbove(lines: readonly string[], own: Line): FieldPath {
  const path: (string | number)[] = own.dashes.map(() => 0);
  let column = own.dashes[0] ?? own.column;
  let isItem = own.dashes.length > 0;
  for (const text of lines.toReversed()) {
    if (text.trim() === "" || text.trimStart().startsWith("#")) continue;
    const line = toLine(text);
    const [first, ...others] = line.dashes.filter((dash) => dash < column);
    const isParent =
      line.key !== undefined &&
      (line.column < column || (isItem && line.column === column && line.dashes.length === 0));
    if (isParent) path.unshift(line.key);
    if (first !== undefined) path.unshift(0, ...others.map(() => 0));
    if (isParent || first !== undefined) [column, isItem] = [first ?? line.column, first !== undefined];
  }
  return path;
}

/** Returns the path at the end of a line, which can be inside a flow map or a flow list. */
function inLine(text: string, { column, key }: Line, above: FieldPath): Pick<CursorPath, "path" | "part"> {
  const rest = text.slice(column);
  const flow = rest.search(/[{[]/);
  if (flow === -1) return key === undefined ? { path: above, part: "key" } : { path: [...above, key], part: "value" };
  const outer = key === undefined ? above : [...above, key];
  return inFlow(rest.slice(flow), outer);
}

/**
 * Returns the path at the end of text that begins with a flow map or a flow list, closed or not.
 */
function inFlow(text: string, outer: FieldPath): Pick<CursorPath, "path" | "part"> {
  const levels: { readonly path: FieldPath; readonly isMap: boolean; key: string | undefined }[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/"[^"]*"?|'[^']*'?|[{}[\],]|:(?=\s|$)/g)) {
    const level = levels.at(-1);
    if (mark === "{" || mark === "[") {
      const parent = level === undefined ? outer : pathIn(level);
      levels.push({ path: mark === "[" ? [...parent, 0] : parent, isMap: mark === "{", key: undefined });
    } else if (mark === "}" || mark === "]") levels.pop();
    else if (mark === "," && level !== undefined) level.key = undefined;
    else if (mark === ":" && level?.isMap)
      level.key = text
        .slice(from, index)
        .trim()
        .replaceAll(/^["']|["']$/g, "");
    if (mark.length === 1) from = index + 1;
  }
  const level = levels.at(-1);
  if (level === undefined) return { path: outer, part: "value" };
  return { path: pathIn(level), part: level.isMap && level.key === undefined ? "key" : "value" };
}

function pathIn({ path, key }: { readonly path: FieldPath; readonly key: string | undefined }): FieldPath {
  return key === undefined ? path : [...path, key];
}

/** Returns the `apiVersion` and the `kind` of the document at an offset. */
function typeOf(text: string, offset: number): Pick<CursorPath, "apiVersion" | "kind"> {
  const lines = text.split("\n");
  const line = text.slice(0, offset).split("\n").length - 1;
  const start = lines.slice(0, line).findLastIndex((each) => each.startsWith("---")) + 1;
  const length = lines.slice(line).findIndex((each) => each.startsWith("---"));
  const document = lines.slice(start, length === -1 ? undefined : line + length).join("\n");
  const value = (name: string): string => new RegExp(`^${name}: *["']?([^\\s"'#]+)`, "m").exec(document)?.[1] ?? "";
  return { apiVersion: value("apiVersion"), kind: value("kind") };
}
