/** A table below the table of elections, with lines of text below it. */
export interface SideTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly string[];
}
