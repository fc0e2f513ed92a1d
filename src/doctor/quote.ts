/** Matches names that neither a shell nor YAML changes. */
const plain = /^[a-z0-9](?:[\w.-]*\w)?$/i;

/** A template tag for a command. Quotes each value that a shell could change, such as a name. */
export function shellLine(parts: TemplateStringsArray, ...values: readonly (string | undefined)[]): string {
  return join(parts, values, (text) => `'${text.replaceAll("'", `'\\''`)}'`);
}

/** A template tag for a line of YAML. Quotes each value that YAML could read differently. */
export function yamlLine(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return join(parts, values, (text) => JSON.stringify(text));
}

function join(parts: readonly string[], values: readonly (string | undefined)[], quote: (text: string) => string): string {
  return parts
    .map((part, index) => {
      const value = values[index];
      if (index >= values.length) return part;
      return `${part}${value !== undefined && plain.test(value) ? value : quote(value ?? "")}`;
    })
    .join("");
}
