/** The comments around the generated part of a page. */
export const generatedMarks = { open: "<!-- generated -->", close: "<!-- /generated -->" } as const;
