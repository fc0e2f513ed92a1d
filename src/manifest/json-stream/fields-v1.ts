import {
  backslash,
  carriageReturn,
  closeBrace,
  colon,
  comma,
  newline,
  openBrace,
  quote,
  space,
  tab,
} from "../../core/text/character-codes.ts";

/**
 * The result of a byte: the object goes on, it has ended, the text is not JSON, or a value in the
 * object is not an object.
 */
type Taken = "open" | "end" | "invalid" | "unknown";

/**
 * Reads one `fieldsV1` object of `metadata.managedFields`, one byte at a time. In such an object,
 * each value is an object again. The reader keeps only what checks read, and checks the syntax of
 * the rest.
 */
export interface FieldsV1 {
  readonly take: (byte: number) => Taken;
  /** Returns the number of open objects. */
  readonly depth: () => number;
  /** Returns the rest of the object in JSON, with only `f:spec` and its `specKeys`. */
  readonly rest: () => string;
}

/** The states of the reader, which say what can come next. */
const [firstKey, nextKey, afterKey, value, afterValue, inKey, inEscape, inHex] = [0, 1, 2, 3, 4, 5, 6, 7];

/** The keys in `f:spec` that checks read. */
const specKeys: readonly string[] = ["f:holderIdentity", "f:renewTime"];

/** The longest key that checks read: `f:holderIdentity`. */
const maxKey = 16;

/** Returns the reader of an object whose opening brace has been read. */
export function readFieldsV1(): FieldsV1 {
  let state = firstKey;
  let depth = 1;
  let hexLeft = 0;
  let key = "";
  let keyLength = 0;
  let inSpec = false;
  let hasSpec = false;
  const found = new Set<string>();
  const endKey = (): void => {
    state = afterKey;
    if (depth > 2) return;
    const text = keyLength > maxKey ? "" : key;
    if (depth === 1) inSpec = text === "f:spec";
    hasSpec ||= inSpec;
    if (inSpec && depth === 2 && specKeys.includes(text)) found.add(text);
  };
  const takeInKey = (byte: number): Taken => {
    if (state === inHex) {
      if (--hexLeft === 0) state = inKey;
      return isHex(byte) ? "open" : "invalid";
    }
    if (state === inEscape) {
      [state, hexLeft] = [byte === letterU ? inHex : inKey, 4];
      return isEscape(byte) ? "open" : "invalid";
    }
    if (byte === quote) endKey();
    else if (byte === backslash) [state, keyLength] = [inEscape, maxKey + 1];
    else if (++keyLength <= maxKey && depth <= 2) key += String.fromCharCode(byte);
    return byte < space ? "invalid" : "open";
  };
  const close = (): Taken => {
    state = afterValue;
    return --depth === 0 ? "end" : "open";
  };
  return {
    take: (byte) => {
      if (state >= inKey) return takeInKey(byte);
      if (byte === space || byte === newline || byte === carriageReturn || byte === tab) return "open";
      if (byte === quote && state <= nextKey) [state, key, keyLength] = [inKey, "", 0];
      else if (byte === closeBrace && (state === firstKey || state === afterValue)) return close();
      else if (byte === comma && state === afterValue) state = nextKey;
      else if (byte === colon && state === afterKey) state = value;
      else if (byte === openBrace && state === value) [state, depth] = [firstKey, depth + 1];
      else return state === value ? "unknown" : "invalid";
      return "open";
    },
    depth: () => depth,
    rest: () => (hasSpec ? `"f:spec":{${[...found].map((each) => `"${each}":{}`).join(",")}}}` : "}"),
  };
}

const letterU = 0x75;

function isEscape(byte: number): boolean {
  return '"\\/bfnrtu'.includes(String.fromCharCode(byte));
}

function isHex(byte: number): boolean {
  return /[\da-fA-F]/.test(String.fromCharCode(byte));
}
