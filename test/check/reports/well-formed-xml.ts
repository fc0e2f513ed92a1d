const token = /<\?xml [^<>?]*\?>|<\/([a-z-]+)>|<([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|[^<>]+/gy;
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|#39);)/;

/**
 * Returns the reason why a string is not well-formed XML, or undefined if it is. Accepts only the
 * simple XML of the reports: no comments, no CDATA, and no DTD.
 */
export function xmlFault(text: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  for (const [whole, closed, opened, attributes = "", self] of text.matchAll(token)) {
    end += whole.length;
    if (bareAmpersand.test(whole)) return `a bare ampersand in ${whole}`;
    const names = [...attributes.matchAll(/ ([a-z]+)=/g)].map(([, name]) => name);
    if (new Set(names).size < names.length) return `an attribute twice in ${whole}`;
    if (closed !== undefined && open.pop() !== closed) return `${whole} closes what is not open`;
    if (opened !== undefined && self === "") open.push(opened);
  }
  if (end < text.length) return `no token at ${text.slice(end, end + 20)}`;
  return open.length === 0 ? undefined : `${open.join(", ")} left open`;
}
