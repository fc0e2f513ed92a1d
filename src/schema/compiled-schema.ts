/** The parts of an ajv error that lease-guard reads. */
export interface SchemaError {
  /** A JSON pointer into the data. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The maximum number of errors of a compiled schema. Go's strict decoder reports as many. A review
 * of 7 MiB has room for 3.5 million invalid items.
 */
export const maxSchemaErrors = 100;

/**
 * A compiled schema. Returns true for data that decodes. For other data, `errors` has at most
 * `maxSchemaErrors` errors until the next call.
 */
export interface CompiledSchema {
  (data: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}
