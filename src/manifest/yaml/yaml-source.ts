import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { maxDepth, mustNotNestDeeper } from "../../core/api/json-object.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { codePointText } from "../../core/text/printable.ts";
import type { ReadingProblem } from "../document.ts";

/** A quote or a bracket that nothing closes, and its offset. */
interface Unclosed {
  readonly offset: number;
  readonly opening: string;
  readonly closing: string;
}

interface UnclosedFinder {
  /** Reads the next lexeme of the YAML library's lexer. */
  readonly next: (lexeme: string, offset: number) => void;
  /**
   * Returns the first unclosed quote or bracket, or undefined if there is none. Call this function
   * after the last lexeme.
   */
  readonly found: () => Unclosed | undefined;
}

const closings: Readonly<Record<string, string>> = { "[": "]", "{": "}", '"': '"', "'": "'" };

/** The lexeme after which a flow collection ends because a line is not indented enough. */
const flowErrorEnd = "\u0018";

/** The YAML library's tree of the first document, or undefined if the text has no document. */
export type Source = Result<Document.Parsed | undefined, ReadingProblem>;

/**
 * Options with which the library reads all scalars as strings. Other functions of this directory
 * then determine the type of each scalar and the duplicate keys, as kubectl does.
 */
const options = {
  schema: "failsafe",
  uniqueKeys: false,
  version: "1.1",
  resolveKnownTags: false,
  prettyErrors: false,
} as const;

/**
 * Maximum length of a document in UTF-16 code units, which is 1.5 MiB of ASCII text. By default,
 * etcd does not store a larger object.
 */
const maxLength = 1.5 * 2 ** 20;

/**
 * Maximum number of tokens. The library takes up to 550 bytes for each token, which is 165 MB for
 * all tokens. The whole process must stay below 300 MB.
 */
const maxLexemes = 300_000;

/**
 * Maximum number of aliases. The library takes 1 KB for each alias. Usual manifests have few
 * aliases.
 */
const maxAliases = 10_000;

const tooLarge = `must be plain block YAML or JSON if it is larger than ${maxLength / 2 ** 20} MiB or 300,000 tokens: split it, or write it with -o json`;

/**
 * The counts that are limited during reading. Several documents can share these counts, and
 * therefore the limits.
 */
export interface YamlCounts {
  readonly maxTokens: number;
  tokens: number;
  aliases: number;
  aliasValues: number;
}

/** Returns the counts before the first document. `maxTokens` can be lower than the default. */
export function noCounts(maxTokens: number = maxLexemes): YamlCounts {
  return { maxTokens, tokens: 0, aliases: 0, aliasValues: 0 };
}

/**
 * Finds the first character that libyaml rejects. If there is none, finds the first character that
 * ends a line in YAML 1.1, but not for the YAML library. CRLF is already LF in this text.
 */
function unsupportedCharacter(text: string): RegExpExecArray | null {
  // V8 takes a millisecond to compile the categories below, and most manifests are ASCII.
  if (/^[\t\n -~]*$/.test(text)) return null;
  return /(?![\t\n\r\u0085])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u.exec(text) ?? /[\r\u0085\u2028\u2029]/.exec(text);
}

/** Reads the text up to the end of its first document. kubectl ignores the text after `...`. */
export function readSource(text: string, counts: YamlCounts): Source {
  if (text.length > maxLength) return rejectAt(0, tooLarge);
  const bad = unsupportedCharacter(text);
  if (bad !== null) return rejectAt(bad.index, `must not have the character ${codePointText(bad[0])} unescaped`);
  const { maxTokens } = counts;
  const parser = new Parser();
  const composer = new Composer(options);
  let begun = false;
  const tab = text.includes("\t") ? tabFinder() : undefined;
  const unclosed = unclosedFinder();
  for (const lexeme of new Lexer().lex(text)) {
    if (++counts.tokens > maxTokens)
      return rejectAt(0, maxTokens < maxLexemes ? `must not have more than ${maxTokens} tokens` : tooLarge);
    if (lexeme.startsWith("*") && ++counts.aliases > maxAliases)
      return rejectAt(parser.offset, `must not have more than ${maxAliases} aliases`);
    if (tab?.(lexeme) === true) return rejectAt(parser.offset, "must be indented with spaces, not with a tab");
    unclosed.next(lexeme, parser.offset);
    for (const token of parser.next(lexeme)) {
      if (token.type === "directive" || (token.type === "doc-end" && !begun)) return misplaced(token);
      if (token.type === "doc-end") return last(composer, [], unclosed.found());
      begun ||= token.type === "document" && token.value !== undefined;
      Array.from(composer.next(token));
    }
    // One nesting level has up to two entries in `stack`, such as a map and the list below one of
    // its keys.
    if (parser.stack.length > 2 * maxDepth) return rejectAt(parser.offset, mustNotNestDeeper(maxDepth));
  }
  return last(composer, parser.end(), unclosed.found());
}

function last(composer: Composer, tokens: Iterable<CST.Token>, unclosed: Unclosed | undefined): Source {
  for (const token of tokens) Array.from(composer.next(token));
  for (const document of composer.end()) return outcome(document, unclosed);
  return ok(undefined);
}

/**
 * Rejects a directive, and a document end (`...`) without a document before it. kubectl splits the
 * manifest at `---` first, so a directive never has a document after it.
 */
function misplaced({ type, offset }: { readonly type: "directive" | "doc-end"; readonly offset: number }): Source {
  return rejectAt(offset, type === "directive" ? "must not have a directive" : "must have a document before its end");
}

/**
 * The lexemes after which a key can begin. "\u0002" is the library's lexeme for the start of a
 * document.
 */
const beforeKeys: ReadonlySet<string> = new Set(["\n", "-", "?", "\u0002", "\ufeff"]);

/**
 * Returns a function that reports whether a lexeme contains a tab that libyaml rejects. Outside
 * brackets and braces, libyaml rejects a tab at each position where a key can begin.
 */
function tabFinder(): (lexeme: string) => boolean {
  let flow = 0;
  let keyMayBegin = true;
  return (lexeme) => {
    if (lexeme === "[" || lexeme === "{") flow++;
    else if (lexeme === "]" || lexeme === "}") flow--;
    if (flow === 0 && keyMayBegin && /^ *\t[ \t]*$/.test(lexeme)) return true;
    if (!/^ +$/.test(lexeme)) keyMayBegin = beforeKeys.has(lexeme);
    return false;
  };
}

/**
 * Returns the document, or its first error. If a quote or bracket is not closed, the library
 * reports an error at a later position, and sometimes another error. This function then reports the
 * position of the quote or bracket itself.
 */
function outcome(document: Document.Parsed, unclosed: Unclosed | undefined): Source {
  const error = document.errors.find(({ message }) => !message.startsWith("Comments must be separated"));
  if (error === undefined) return ok(document);
  if (unclosed !== undefined && unclosed.offset <= error.pos[0])
    return rejectAt(unclosed.offset, `must be YAML: this ${unclosed.opening} must be closed with ${unclosed.closing}`);
  const [reason = ""] = error.message.split("\n");
  return rejectAt(error.pos[0], `must be YAML: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`);
}

function rejectAt(offset: number, message: string): Source {
  return failed({ offset, message });
}

function unclosedFinder(): UnclosedFinder {
  const open: Unclosed[] = [];
  let first: Unclosed | undefined;
  return {
    next: (lexeme, offset) => {
      const opening = lexeme.charAt(0);
      const closing = closings[opening];
      if (lexeme === "[" || lexeme === "{") open.push({ offset, opening, closing: closing ?? "" });
      else if (lexeme === "]" || lexeme === "}") {
        const innermost = open.pop();
        if (innermost?.closing !== lexeme) first ??= innermost;
      } else if (lexeme === flowErrorEnd) first ??= open.pop();
      else if (closing !== undefined && !isClosed(lexeme, opening)) first ??= { offset, opening, closing };
    },
    found: () => first ?? open.at(-1),
  };
}

/**
 * Reports whether a quoted scalar ends with its quote. In double quotes, a backslash escapes the
 * next character. In single quotes, only a second single quote escapes a single quote.
 */
function isClosed(lexeme: string, quote: string): boolean {
  if (lexeme.length < 2 || !lexeme.endsWith(quote)) return false;
  if (quote === "'") return (/'*$/.exec(lexeme.slice(1))?.[0].length ?? 0) % 2 === 1;
  return (/\\*$/.exec(lexeme.slice(1, -1))?.[0].length ?? 0) % 2 === 0;
}
