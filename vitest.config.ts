import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/tools/**", "test/cluster/**", "test/faults/**"],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      // Needs openssl, Go, kubectl, promtool, zsh and fish.
      { test: { name: "tools", include: ["test/tools/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
      // Needs Go, faketime, bwrap and prlimit. Each test loads both cores, so one comes after another.
      {
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      // Needs what `.ci/kube-assets` builds, and kubectl.
      {
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
    coverage: {
      provider: "v8",
      reporter: ["text-summary", "json-summary"],
      include: ["src/**/*.ts"],
      exclude: ["src/**/generated.ts"],
      // The layers without modules of Node, and the pure files of two commands (scripts/layers.ts).
      thresholds: {
        "src/{field,text,api,schema,rules,policy,validate,admission,manifest,policy-file,library}/**": { lines: 100 },
        "src/cli/{test,simulate}/!(command|run).ts": { lines: 100 },
      },
    },
  },
});

export default config;
