/** A response lists no more causes, and a review of 7 MiB has room for 3.5 million bad items. */
export const maxErrors = 100;

/** ajv's code, but each function ends once it has found `maxErrors`. */
export function boundedCode(code: string): string {
  // Errors that ajv takes back, as those of a failed branch of anyOf, would count as well, and reject what is valid.
  if (/\berrors = _errs/.test(code))
    throw new Error("schemas/ must do without anyOf, oneOf, not, if and contains: the bound on errors cannot tell a try from a fault");
  let current = "";
  let bounds = 0;
  const lines = code.split("\n").map((line) => {
    current = /^function (validate\d+)\(/.exec(line)?.[1] ?? current;
    return line.replace(/\berrors\+\+;|\berrors = vErrors\.length;/g, (counted) => {
      bounds++;
      return `${counted} if (errors >= ${maxErrors}) { vErrors.length = ${maxErrors}; ${current}.errors = vErrors; return false; }`;
    });
  });
  if (bounds === 0) throw new Error("no place was found that counts errors: has ajv's code changed?");
  return lines.join("\n");
}
