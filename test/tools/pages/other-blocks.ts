import { existsSync, readFileSync } from "node:fs";
import "../../../src/library/vitest/register.ts";
import { globSync } from "tinyglobby";
import { expect } from "vitest";
import { parse } from "yaml";
import { printedLines } from "../../../scripts/elections-picture.ts";
import { deprecationWarning, servedVersion } from "../../../src/core/api/served-versions.ts";
import { createValidator } from "../../../src/library/create-validator.ts";
import { exported, only } from "../../export/exported.ts";
import { goodConnection } from "../../harness/doctor-cluster.ts";
import { type Block, blocksOf } from "../../harness/page-blocks.ts";
import { diagnosed } from "../../harness/planted.ts";
import { fenceReport } from "../../learn/fences/fence-report.ts";
import { promtool } from "../promtool.ts";
import { expectChange, expectReport, expectRules, expectSmallestRole } from "./access-blocks.ts";

/** Blocks that are not commands, with the check of their content. */
interface OtherBlock {
  readonly page: string | RegExp;
  readonly language: string;
  /**
   * A pattern for the blocks. Without a pattern, the entry applies to all blocks of this language
   * on the page.
   */
  readonly pattern?: RegExp;
  readonly check: (text: string) => void | Promise<void>;
}

const source = globSync("src/**/*.ts")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Returns a check for a part of a program, whose functions must exist. */
const hasFunctions =
  (...names: readonly string[]) =>
  (text: string): void => {
    for (const name of names) {
      expect(text).toContain(`${name}(`.replace("parametersOf(", "parametersOf<"));
      expect(source).toMatch(new RegExp(`export function ${name}\\b`));
    }
  };

/** Returns the responses to the takeover on the page docs/two-leaders.md. */
function takeover(): readonly string[] {
  const [yaml = ""] = blocksOf("docs/two-leaders.md").flatMap(({ language, text }) =>
    language === "yaml" ? [text] : [],
  );
  const oldObject = parse(yaml) as { readonly spec: object };
  const object = { ...oldObject, spec: { ...oldObject.spec, holderIdentity: "controller-2" } };
  const write = { oldObject, now: new Date("2026-07-01T08:00:05Z"), user: { username: "jane", groups: [] } };
  const strict = createValidator({
    policy: { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" },
  }).validate(object, write);
  return [
    createValidator()
      .validate(object, write)
      .warnings.map((warning) => `Warning: ${warning}\n`)
      .join(""),
    strict.allowed ? "" : `${strict.status.message}\n`,
  ];
}

const setCheckPage = /^docs\/checks\/(?:access|workload)\//;

const otherBlocks: readonly OtherBlock[] = [
  { page: setCheckPage, language: "diff", check: expectChange },
  { page: setCheckPage, language: "yaml", check: expectRules },
  { page: "docs/access.md", language: "text", check: expectReport },
  { page: "docs/access.md", language: "yaml", check: expectSmallestRole },
  {
    page: "docs/audit.md",
    language: "yaml",
    pattern: /^apiVersion: audit\.k8s\.io\//,
    check: (text) =>
      expect(parse(text)).toMatchObject({ kind: "Policy", rules: [{ level: "Metadata" }, { level: "None" }] }),
  },
  { page: "docs/architecture.md", language: "", check: (text) => expect(text).toMatch(/^source ─→ .* ─→ sink\n$/) },
  { page: "docs/architecture.md", language: "ts", check: hasFunctions("manifestObjects", "createOf") },
  { page: "docs/adding-a-rule.md", language: "ts", check: hasFunctions("parametersOf") },
  {
    page: "docs/audit-reports.md",
    language: "",
    check: (expr) =>
      expect(
        promtool(["check", "rules"], { groups: [{ name: "page", rules: [{ alert: "Page", expr }] }] }),
      ).toMatchObject({ status: 0 }),
  },
  {
    page: "docs/learn.md",
    language: "text",
    pattern: /^fence: /,
    check: async (text) => expect((await fenceReport()).join("\n")).toBe(text.trimEnd()),
  },
  {
    page: "docs/testing-policies.md",
    language: "text",
    pattern: /^\d+ reviews: /,
    // The test of this page runs the same command.
    check: (text) => expect(blocksOf("docs/learn-tutorial.md").some((block) => block.text.includes(text))).toBe(true),
  },
  {
    page: "docs/elections.md",
    language: "text",
    pattern: /^advice:/,
    // The numbers are those of a larger cluster.
    check: (text) => {
      const plain = (each: string): string => each.replaceAll(/ \([^)]*\)|\d[\d.]*/g, "").replaceAll(/ +/g, " ");
      const tested = ["advice.scenario", "advice.test.ts"].map((file) =>
        plain(readFileSync(`test/audit/elections/${file}`, "utf8")),
      );
      const lines = plain(text).split("\n");
      expect(lines.filter((line) => !tested.some((each) => each.includes(line.trim())))).toEqual([]);
    },
  },
  {
    page: "docs/elections.md",
    language: "text",
    pattern: /^NAMESPACE +NAME +GUARANTEED/,
    check: (text) => expect(readFileSync("test/audit/elections/guarantee.scenario", "utf8")).toContain(text),
  },
  {
    page: "docs/elections.md",
    language: "text",
    pattern: /^NAMESPACE +NAME +FENCE/,
    check: (text) => {
      const test = readFileSync("test/audit/elections/fences.test.ts", "utf8");
      const [, row = "", ...lines] = text.split("\n").filter((line) => line !== "");
      const cells = row.split(/ {2,}/).map((cell) => JSON.stringify(cell));
      expect([cells.join(", "), ...lines].filter((each) => !test.includes(each))).toEqual([]);
    },
  },
  {
    page: "docs/elections.md",
    language: "text",
    check: (text) => expect(printedLines().filter((line) => line.text.endsWith(text.trimEnd()))).toHaveLength(1),
  },
  {
    page: "docs/two-leaders.md",
    language: "text",
    check: (text) => expect(takeover()).toContain(text),
  },
  {
    page: "docs/library.md",
    language: "text",
    check: (text) => {
      const lease = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "a", namespace: "b" },
        spec: { leaseDurationSeconds: 0 },
      };
      expect(() => expect(lease).toBeAdmitted()).toThrow(text.trimEnd());
    },
  },
  {
    page: "docs/serving.md",
    language: "text",
    // test/webhook/http/probe-server.test.ts compares this format with the server.
    check: (text) =>
      expect(text).toMatch(
        /^\[\+\]shutdown ok\n\[\+\]certificate ok: valid from \S+Z until \S+Z \(in \d+ days\)\n\[\+\]policy ok: sha256:[0-9a-f]{12} of \S+, active since \S+Z\nreadyz check passed\n$/,
      ),
  },
  {
    page: /^docs\/(?:admission-policies|install)\.md$/,
    language: "text",
    check: (text) => {
      // This test starts a real kube-apiserver with the flags.
      const cluster = readFileSync("test/live/static-policies.test.ts", "utf8");
      expect(text.match(/^--[a-z-]+/gm)).toEqual(["--admission-control-config-file", "--feature-gates"]);
      for (const used of ["ManifestBasedAdmissionControlConfig=true", "--admission-control-config-file="]) {
        expect([text, cluster].filter((each) => each.includes(used))).toHaveLength(2);
      }
    },
  },
  {
    page: /^docs\/(?:admission-policies|install)\.md$/,
    language: "console",
    pattern: /ValidatingAdmissionPolicy/,
    check: (text) => {
      const policies = readFileSync("manifests/components/policies/policies.yaml", "utf8").replaceAll(/\n +/g, " ");
      const [, name = "", message = ""] = /ValidatingAdmissionPolicy '([^']*)' .*?: (spec.*)$/m.exec(text) ?? [];
      expect(policies).toContain(`name: ${name.replace(".static.k8s.io", "")}`);
      expect(policies).toContain(message);
    },
  },
  {
    page: "docs/fence.md",
    language: "text",
    check: (text) => {
      // test/live/fence.test.ts compares the rest of the message with that of kubectl.
      const lease = { namespace: "team-a", name: "controller" };
      const fence = { name: "controller", lease, serviceAccount: lease, identity: "POD_*", resources: ["configmaps"] };
      const [policy] = exported({ ...only({}), fences: [{ ...fence, deletes: false, mode: "deny" }] }).policies;
      const parts = JSON.stringify(policy?.validations).match(/(?<=')[^']{4,}(?=' \+|'")/g) ?? [];
      expect(parts.filter((part) => !part.includes("request.") && text.includes(part)).length).toBe(3);
      expect(text).toContain(`ValidatingAdmissionPolicy '${policy?.metadata.name}'`);
    },
  },
  {
    page: "docs/doctor.md",
    language: "console",
    check: (text) => {
      const { checks } = diagnosed({ facts: (cluster) => ({ connection: goodConnection(cluster) }) });
      const [first] = checks;
      expect(text).toContain(`\nok ${first?.id}: ${first?.description}\n`);
      expect(text).toContain(`\n${checks.length} checks passed\n`);
    },
  },
  {
    page: "bench/README.md",
    language: "sh",
    check: (text) => {
      for (const [file = ""] of text.matchAll(/bench\/\S+/g)) expect(existsSync(file)).toBe(true);
    },
  },
  {
    page: "docs/cli.md",
    language: "yaml",
    pattern: /^repos:/,
    check: (text) => {
      const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly { readonly id: string }[];
      const { repos } = parse(text) as {
        readonly repos: readonly { readonly hooks: readonly { readonly id: string }[] }[];
      };
      expect(repos.flatMap((repo) => repo.hooks.map(({ id }) => id))).toEqual(hooks.map(({ id }) => id));
    },
  },
  {
    page: "docs/cli.md",
    language: "text",
    pattern: /^warning: /,
    check: (text) => {
      const candidate = servedVersion({ group: "coordination.k8s.io", version: "v1beta1", kind: "LeaseCandidate" });
      expect(text).toBe(`warning: ${candidate && deprecationWarning(candidate, "1.36")}\n`);
    },
  },
  {
    page: "docs/cli.md",
    language: "yaml",
    pattern: /^permissions:/,
    check: (text) => {
      const { inputs } = parse(readFileSync("action.yml", "utf8")) as { readonly inputs: object };
      const { steps } = parse(text) as { readonly steps: readonly { readonly uses: string; readonly with?: object }[] };
      const own = steps.find(({ uses }) => uses.startsWith("example/lease-guard@"));
      expect(Object.keys(own?.with ?? {}).filter((input) => !(input in inputs))).toEqual([]);
    },
  },
  {
    // The test cannot run these commands, because it has no accounts for them.
    // test/tools/release.test.ts runs the dry run.
    page: "docs/releasing.md",
    language: "sh",
    check: (text) => {
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly scripts: object };
      const release =
        readFileSync("scripts/release.ts", "utf8") +
        globSync("scripts/release/*.ts").map((file) => readFileSync(file, "utf8"));
      for (const [, script = ""] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
      for (const [, flag = ""] of text.matchAll(/npm run release -- --([\w-]+)/g)) expect(release).toContain(flag);
      for (const [, program] of text.matchAll(/^([a-z]+) /gm))
        expect(["npm", "git", "docker", "cosign", "gh"]).toContain(program);
    },
  },
];

/** Returns the entry for a block, or undefined if there is none. */
export function otherBlock({ page, language, text }: Block): OtherBlock | undefined {
  return otherBlocks.find(
    (entry) =>
      (typeof entry.page === "string" ? entry.page === page : entry.page.test(page)) &&
      entry.language === language &&
      (entry.pattern?.test(text) ?? true),
  );
}
