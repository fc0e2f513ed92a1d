/** What the user must mend: one line on stderr and exit code 2, never a stack. */
export class UsageError extends Error {}
