import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { maxBytes } from "./labels-and-annotations-bounded.ts";

/**
 * The numbers of possible keys of one byte and of two bytes. Keys start and end with letters or
 * digits.
 */
const [oneByte, twoBytes] = [62, 62 * 62];

/**
 * The maximum number of entries whose keys fit into `maxBytes`. With more entries, the distinct
 * keys alone have more bytes.
 */
const maxEntries = oneByte + twoBytes + Math.floor((maxBytes - oneByte - 2 * twoBytes) / 3);

export const cel: CelDefinition = defineCel({
  findings: () =>
    ["Labels", "Annotations"].map((part) => ({
      field: `metadata.${part.toLowerCase()}`,
      reports: `variables.hasDuration && variables.new${part} != variables.old${part} && ${isLarge(part)}`,
    })),
});

function isLarge(part: string): string {
  const own = `variables.new${part}`;
  return `(size(${own}) > ${maxEntries} || ${sizeOf(own)} > ${maxBytes}) && (size(variables.old${part}) > ${maxEntries} ? size(${own}) > size(variables.old${part}) : size(${own}) > ${maxEntries} || ${sizeOf(own)} > ${sizeOf(`variables.old${part}`)})`;
}

/** Returns a CEL expression for the number of bytes of all keys and values of a map. */
function sizeOf(map: string): string {
  return `${map}.map(key, size(bytes(key)) + size(bytes(${map}[key]))).sum()`;
}
