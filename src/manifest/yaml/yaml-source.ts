import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { maxDepth } from "../../api/json-object.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { codePointText } from "../../text/printable.ts";
import type { ReadingProblem } from "../document.ts";

/** The YAML library's tree of the first document; undefined for a text without one. */
export type Source = Result<Document.Parsed | undefined, ReadingProblem>;

/**
 * Options with which the library reads all scalars as strings. This directory then decides, as
 * kubectl does, the type of a scalar and which keys are duplicates.
 */
const options = { schema: "failsafe", uniqueKeys: false, version: "1.1", resolveKnownTags: false, prettyErrors: false } as const;

/** 1.5 MiB. etcd does not store a larger object. */
const maxLength = 1.5 * 2 ** 20;

/**
 * Maximum number of tokens. The library takes up to 550 bytes for a token, which makes 165 MB. The
 * whole process must stay below 300 MB.
 */
const maxLexemes = 300_000;

/**
 * Maximum number of aliases. The library takes 1 KB for an alias, and a manifest has a few aliases.
 */
const maxAliases = 10_000;

const tooLarge = "must be plain block YAML or JSON if it is larger than 1.5 MiB or 300,000 tokens: split it, or write it with -o json";

/** Characters that libyaml rejects in a stream. */
const rejected = /(?![\t\n\r\u0085])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

/** Characters that end a line in YAML 1.1, but not in YAML 1.2, which the library follows. */
const oldLineEnds = /\r|\u0085|\u2028|\u2029/;

/**
 * Reads up to the end of the first document. kubectl ignores the text after `...`. `maxTokens` can
 * be lower than the maximum of this reader.
 */
export function readSource(text: string, maxTokens: number = maxLexemes): Source {
  if (text.length > maxLength) return rejectAt(0, tooLarge);
  const bad = rejected.exec(text) ?? oldLineEnds.exec(text);
  if (bad !== null) return rejectAt(bad.index, `must not have the character ${codePointText(bad[0])} unescaped`);
  const parser = new Parser();
  const composer = new Composer(options);
  let begun = false;
  let lexemes = 0;
  let aliases = 0;
  const tab = text.includes("\t") ? tabFinder() : undefined;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxTokens) return rejectAt(0, maxTokens < maxLexemes ? `must not have more than ${maxTokens} tokens` : tooLarge);
    if (lexeme.startsWith("*") && ++aliases > maxAliases) return rejectAt(parser.offset, `must not have more than ${maxAliases} aliases`);
    if (tab?.(lexeme) === true) return rejectAt(parser.offset, "must be indented with spaces, not with a tab");
    for (const token of parser.next(lexeme)) {
      if (token.type === "directive" || (token.type === "doc-end" && !begun)) return misplaced(token);
      if (token.type === "doc-end") return last(composer, []);
      begun ||= token.type === "document" && token.value !== undefined;
      Array.from(composer.next(token));
    }
    // One level is up to two tokens, such as a list below a key of a map.
    if (parser.stack.length > 2 * maxDepth) return rejectAt(parser.offset, `must not nest deeper than ${maxDepth} levels`);
  }
  return last(composer, parser.end());
}

function last(composer: Composer, tokens: Iterable<CST.Token>): Source {
  for (const token of tokens) Array.from(composer.next(token));
  for (const document of composer.end()) return outcome(document);
  return ok(undefined);
}

/**
 * Rejects a directive or an end of a document without its document. kubectl splits at `---` first,
 * which separates a directive from its document.
 */
function misplaced({ type, offset }: { readonly type: "directive" | "doc-end"; readonly offset: number }): Source {
  return rejectAt(offset, type === "directive" ? "must not have a directive" : "must have a document before its end");
}

/**
 * Lexemes after which a key may begin, including the library's sign for the start of a document.
 */
const beforeKeys: ReadonlySet<string> = new Set(["\n", "-", "?", "\u0002", "\ufeff"]);

/**
 * Returns a function that finds tabs that libyaml rejects. libyaml accepts a tab as white space
 * only where a key must not begin.
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

function outcome(document: Document.Parsed): Source {
  const error = document.errors.find(({ message }) => !message.startsWith("Comments must be separated"));
  if (error === undefined) return ok(document);
  const [reason = ""] = error.message.split("\n");
  return rejectAt(error.pos[0], `must be YAML: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`);
}

function rejectAt(offset: number, message: string): Source {
  return failed({ offset, message });
}
