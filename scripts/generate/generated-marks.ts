export const generatedMarks = { open: "<!-- generated -->", close: "<!-- /generated -->" } as const;
