/**
 * The maximum line width of generated YAML. A longer list or expression continues on the next line.
 */
export const yamlColumns = 120;
