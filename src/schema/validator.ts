/** One fault of ajv's, as far as we read it. */
export interface SchemaError {
  /** JSON pointer into the data. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema: true when the data decodes, else `errors` holds at most 100 faults until the next call. */
export interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}
