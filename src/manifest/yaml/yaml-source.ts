import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { maxDepth } from "../reading.ts";

/** The YAML library's own tree of a text's first document, or the offset and the reason why there is none. */
export type Source = { readonly document: Document.Parsed | undefined } | { readonly at: number; readonly fault: string };

/** Strings only and no opinions of the library: what a scalar is, and which keys clash, is for us to say as kubectl does. */
const options = { schema: "failsafe", uniqueKeys: false, version: "1.1", resolveKnownTags: false, prettyErrors: false } as const;

/** etcd keeps no object that is larger: 1.5 MiB. */
const maxLength = 1.5 * 2 ** 20;

/** The library takes up to 550 bytes for a word or a mark: 165 MB, where the whole process is to stay below 300 MB. */
const maxLexemes = 300_000;

const tooLarge =
  "must be plain block YAML or JSON where it is larger than 1.5 MiB or 300,000 words and marks: split it, or write it with -o json";

/** What libyaml refuses in a stream. */
const forbidden = /(?![\t\n\r\u0085])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

/** Ends a line in YAML 1.1 and not in 1.2, after which the library reads. */
const oldLineEnds = /\r|\u0085|\u2028|\u2029/;

/** Reads up to the end of the first document: kubectl looks at none after `...`. */
export function readSource(text: string): Source {
  if (text.length > maxLength) return { at: 0, fault: tooLarge };
  const bad = forbidden.exec(text) ?? oldLineEnds.exec(text);
  if (bad !== null) return { at: bad.index, fault: `must not hold the character ${codePoint(bad[0])} unescaped` };
  const parser = new Parser();
  const composer = new Composer(options);
  let begun = false;
  let lexemes = 0;
  const tab = text.includes("\t") ? tabFinder() : undefined;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxLexemes) return { at: 0, fault: tooLarge };
    if (tab?.(lexeme) === true) return { at: parser.offset, fault: "must be indented with spaces, not with a tab" };
    for (const token of parser.next(lexeme)) {
      if (token.type === "directive" || (token.type === "doc-end" && !begun)) return misplaced(token);
      if (token.type === "doc-end") return last(composer, []);
      begun ||= token.type === "document" && token.value !== undefined;
      Array.from(composer.next(token));
    }
    // One level is up to two tokens, such as a list below a key of a map.
    if (parser.stack.length > 2 * maxDepth) return { at: parser.offset, fault: `must not nest deeper than ${maxDepth} levels` };
  }
  return last(composer, parser.end());
}

function last(composer: Composer, tokens: Iterable<CST.Token>): Source {
  for (const token of tokens) Array.from(composer.next(token));
  for (const document of composer.end()) return outcome(document);
  return { document: undefined };
}

/** kubectl cuts at `---` first, so that a directive stands alone, without the document it would speak of. */
function misplaced({ type, offset }: { readonly type: "directive" | "doc-end"; readonly offset: number }): Source {
  return { at: offset, fault: type === "directive" ? "must not have a directive" : "must have a document before its end" };
}

/** Lexemes after which a key may begin; the library's mark of a document's beginning is one of them. */
const beforeKeys: ReadonlySet<string> = new Set(["\n", "-", "?", "\u0002", "\ufeff"]);

/** libyaml takes a tab for white space only where no key may begin; the library takes it in more places. */
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
  if (error === undefined) return { document };
  const [reason = ""] = error.message.split("\n");
  return { at: error.pos[0], fault: `must be YAML: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` };
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
