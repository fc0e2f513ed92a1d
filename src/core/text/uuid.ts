/** The form of a UUID in lower case, as the source of a regular expression. */
export const uuidForm = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
