/** The parts of an ajv error that lease-guard reads. */
export interface SchemaError {
  /** A JSON pointer into the data. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * A compiled schema. Returns true for data that decodes. For other data, `errors` has at most 100
 * errors until the next call.
 */
export interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}
