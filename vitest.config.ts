import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Tests that take seconds, because they start many processes or read many megabytes. */
const long = "test/**/*.long.test.ts";
/** Unit tests that also run in the project `long`, where test/harness/sample.ts leaves out nothing. */
const sampled = [
  "test/engine/review/{bad-json-bytes,bad-json-values,empty-fields-v1,properties}.test.ts",
  "test/audit/{checks/renews-late,healthy}.test.ts",
  "test/cluster/certs/plan-histories.test.ts",
  "test/differential/differential.test.ts",
  "test/election/{election,pods,relations,unproven-holders}.test.ts",
  "test/proof/lemma.test.ts",
  "test/learn/{recorded-attacks,report-numbers,upgrades}.test.ts",
  "test/core/text/linear.test.ts",
  "test/cli/scenarios.test.ts",
];
/** Tests with Kubernetes versions other than the newest. */
const versions = "test/live/versions/**/*.test.ts";
/** The tests of a cluster run in turn, and the first test can build the programs of the cluster. */
const inCluster = { testTimeout: 120_000, hookTimeout: 900_000, fileParallelism: false };

/** On a busy machine, a page or a server needs longer than the default of one second. */
const expectation = { poll: { timeout: 20_000 } };

const config: ViteUserConfig = defineConfig({
  test: {
    // By default, vitest leaves one core idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [long, "test/tools/**", "test/live/**", "test/faults/**"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectation,
        },
      },
      {
        test: {
          name: "long",
          include: [long, ...sampled],
          env: { LEASE_GUARD_LONG: "true" },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      // Needs openssl, Go, kubectl, promtool, buildah, jq, unzip, zsh, fish, and Chromium or
      // Chrome.
      {
        test: {
          name: "tools",
          include: ["test/tools/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: expectation,
        },
      },
      // Needs Go, faketime, bwrap and prlimit. The tests use both cores, so they run one after
      // another.
      {
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      // Needs what `.ci/kube-assets` builds and `.ci/layer-assets` downloads, and kubectl.
      { test: { name: "cluster", include: ["test/live/**/*.test.ts"], exclude: [versions], ...inCluster } },
      { test: { name: "versions", include: [versions], ...inCluster } },
    ],
    coverage: {
      provider: "v8",
      reporter: ["text-summary", "json-summary"],
      include: ["src/**/*.ts"],
      exclude: ["src/**/generated.ts"],
      // Tests cover every line of these layers, which import no modules of Node.js
      // (scripts/layers.ts), and of two commands except their command.ts and run.ts.
      thresholds: {
        "src/{core/field,core/text,core/api,schema,rules,export,engine,manifest,library,playground}/**": { lines: 100 },
        "src/policy/**/!(read-policy-files).ts": { lines: 100 },
        "src/{suite,simulate}/!(command|run).ts": { lines: 100 },
      },
    },
  },
});

export default config;
