/** A quote or a bracket that nothing closes, and its offset. */
export interface Unclosed {
  readonly offset: number;
  readonly opening: string;
  readonly closing: string;
}

export interface UnclosedFinder {
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

export function unclosedFinder(): UnclosedFinder {
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
