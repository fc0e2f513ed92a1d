// Character codes for functions that scan strings or bytes. Each code is the same in UTF-8 and
// UTF-16.

export const tab = 0x09;
export const newline = 0x0a;

export const carriageReturn = 0x0d;

export const space = 0x20;
export const quote = 0x22;
export const hash = 0x23;
export const apostrophe = 0x27;
export const asterisk = 0x2a;
export const comma = 0x2c;
export const dash = 0x2d;
export const dot = 0x2e;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
