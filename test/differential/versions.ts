const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const number = "(0|[1-9]\\d*)";
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
const maxUint64 = 2n ** 64n - 1n;

interface Version {
  readonly numbers: readonly bigint[];
  readonly pre: readonly string[];
}

/** Returns a semantic version, as github.com/blang/semver reads it, or undefined. */
export function version(text: string): Version | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const numbers = found.slice(1, 4).map((digits) => BigInt(digits));
  const pre = found[4]?.split(".") ?? [];
  const all = [...numbers, ...pre.filter((part) => /^\d+$/.test(part)).map(BigInt)];
  return all.every((each) => each <= maxUint64) ? { numbers, pre } : undefined;
}

/** Reports whether a text is a version that is 0.0.0 for Kubernetes. */
export function isZero(text: string): boolean {
  const parsed = version(text);
  return parsed?.pre.length === 0 && parsed.numbers.every((each) => each === 0n);
}

/** Reports whether two texts are versions, and the first one is lower. */
export function isLower(text: string, other: string): boolean {
  const [one, two] = [version(text), version(other)];
  if (one === undefined || two === undefined) return false;
  for (const [index, each] of one.numbers.entries()) {
    const against = two.numbers[index] ?? 0n;
    if (each !== against) return each < against;
  }
  return isLowerPre(one.pre, two.pre);
}

function isLowerPre(pre: readonly string[], other: readonly string[]): boolean {
  if (pre.length === 0 || other.length === 0) return pre.length > 0 && other.length === 0;
  for (const [index, part] of pre.entries()) {
    const against = other[index];
    if (against === undefined) return false;
    if (part !== against) return isLowerPart(part, against);
  }
  return pre.length < other.length;
}

function isLowerPart(part: string, other: string): boolean {
  const [one, two] = [part, other].map((each) => /^\d+$/.test(each));
  if (one && two) return BigInt(part) < BigInt(other);
  return one === two ? part < other : one === true;
}
