const token = /<\?xml [^<>?]*\?>|<\/([a-z-]+)>|<([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|[^<>]+/gy;
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** What keeps a text from being XML of the plain kind that reports need (no comments, no CDATA, no DTD); undefined when it is. */
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
