/** The parts of an ajv error that lease-guard reads. */
export interface SchemaError {
  /** The JSON pointer (RFC 6901) to the invalid value in the data. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The maximum number of errors that a compiled schema reports, as in Go's strict decoder. A review
 * of 7 MiB can contain 3.5 million invalid items.
 */
export const maxSchemaErrors = 100;

/**
 * A compiled schema. Returns true for valid data. For invalid data, `errors` contains at most
 * `maxSchemaErrors` errors until the next call.
 */
export interface CompiledSchema {
  (data: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}
