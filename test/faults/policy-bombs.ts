/**
 * Invalid policies that are expensive to parse. Each one is smaller than 1 MiB, so a ConfigMap can
 * contain it.
 */
export const policyBombs: Readonly<Record<string, string>> = {
  aliases: `[&a x${",*a".repeat(120_000)}]`,
  "aliases of many values": `a: &a [${"{},".repeat(30_000)}]\n${["b", "c", "d", "e", "f", "g"].map((key) => `${key}: *a\n`).join("")}`,
  tokens: `[${"{},".repeat(95_000)}]`,
};
