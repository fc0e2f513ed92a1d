/** The maximum width of a line of written YAML, beyond which a list or an expression is broken. */
export const yamlColumns = 120;
