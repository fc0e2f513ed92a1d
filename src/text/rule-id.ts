/**
 * The form of the id of a rule or of another source of findings, as the source of a regular
 * expression.
 */
export const ruleIdForm = "[a-z-]+/[a-z0-9-]+";
