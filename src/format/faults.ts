/** What a regular expression demands, in kube-apiserver's words (`RegexError` in k8s.io/apimachinery, its odd commas included). */
export function regexFault(demand: string, source: string, examples: readonly string[]): string {
  return `${demand} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${source}')`;
}
