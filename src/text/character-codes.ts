// Character codes for functions that scan strings or bytes. Each code is the same in UTF-8 and
// UTF-16.

export const tab = 0x09;

/** The code of a line break, "\n". */
export const newline = 0x0a;

export const carriageReturn = 0x0d;

export const space = 0x20;

/** The code of `"`. */
export const quote = 0x22;

/** The code of `#`. */
export const hash = 0x23;

/** The code of `'`. */
export const apostrophe = 0x27;

/** The code of `*`. */
export const asterisk = 0x2a;

/** The code of `,`. */
export const comma = 0x2c;

/** The code of `-`. */
export const dash = 0x2d;

/** The code of `.`. */
export const dot = 0x2e;

/** The code of `:`. */
export const colon = 0x3a;

/** The code of `[`. */
export const openBracket = 0x5b;

/** The code of `\`. */
export const backslash = 0x5c;

/** The code of `]`. */
export const closeBracket = 0x5d;

/** The code of `{`. */
export const openBrace = 0x7b;

/** The code of `}`. */
export const closeBrace = 0x7d;
