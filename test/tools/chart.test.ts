import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serviceDnsNames } from "../../src/cluster/certs/subject-names.ts";
import { chartFolder, type HelmMajor, helm, helmMajors } from "../harness/helm.ts";
import { writeHelmExample } from "../harness/helm-page.ts";
import { baseFolder, type KubernetesObject } from "../manifests/base.ts";
import { baseImage, comparable, renderedChart } from "./rendered-chart.ts";
import { pick, rendered, renderedOverlay, renderedTogether } from "./rendered-overlay.ts";

const manifests = join(baseFolder, "..");
const page = readFileSync(join(manifests, "../docs/helm.md"), "utf8");

/** A row of the table in docs/helm.md: a part of `manifests`, and the values of the chart. */
interface Row {
  readonly part: string;
  readonly set: readonly string[];
}

interface Registration {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly webhooks: readonly {
    readonly clientConfig: { readonly service: { readonly namespace: string }; readonly caBundle?: string };
    readonly namespaceSelector: { readonly matchExpressions: readonly { readonly values: readonly string[] }[] };
  }[];
}

interface Certificate {
  readonly spec: { readonly dnsNames: readonly string[] };
}

const rows: readonly Row[] = Array.from(
  page.matchAll(/^\| `((?:base|overlays|components)[^`]*)`[^|]* \| (`.*`) \|$/gm),
  ([, part = "", values = ""]) => ({
    part,
    set: Array.from(values.matchAll(/`([^`]*)`/g), ([, value = ""]) => value),
  }),
);
const isSource = ({ set }: Row): boolean => set.some((value) => value.startsWith("certificates.source="));

/** Returns the objects of kustomize for a row of the table. */
function kustomized({ part, set }: Row): readonly KubernetesObject[] {
  if (part === "base") return rendered(baseFolder);
  const [folder, name = ""] = part.split("/");
  if (folder === "overlays") return renderedOverlay(name);
  return set.includes("webhook.enabled=false") ? rendered(join(manifests, part)) : renderedTogether([part]);
}

/**
 * Returns the values for a row. For a component without certificates, also sets a source of
 * certificates.
 */
function valuesFor(row: Row): readonly string[] {
  return isSource(row) ? row.set : ["certificates.source=secret", ...row.set];
}

test("the table of the page contains every overlay and component", () => {
  const folders = ["overlays", "components"].flatMap((folder) =>
    readdirSync(join(manifests, folder)).map((name) => `${folder}/${name}`),
  );
  expect([...new Set(rows.map(({ part }) => part))].sort()).toEqual(["base", ...folders].sort());
});

describe.each(helmMajors)("Helm %s", (major: HelmMajor) => {
  test("lint --strict reports no error", async () => {
    expect(await helm(major, ["lint", "--strict", chartFolder, baseImage])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 chart(s) failed"),
    });
  });

  test.each(rows)("$part with $set: the chart has the same objects as kustomize", async (row) => {
    const expected = comparable(kustomized(row));
    expect(Object.keys(expected).length).toBeGreaterThan(1);
    expect(comparable(await renderedChart(major, { set: valuesFor(row) }))).toEqual(expected);
  });

  const sources = rows.filter((row) => row.part.startsWith("components/") && isSource(row));
  const webhookParts = rows.filter(
    (row) => row.part.startsWith("components/") && !isSource(row) && !row.set.includes("webhook.enabled=false"),
  );

  test.each(sources)("$part with all other components: the chart has the same objects as kustomize", async (source) => {
    const together = [source, ...webhookParts];
    const expected = comparable(renderedTogether(together.map(({ part }) => part)));
    expect(comparable(await renderedChart(major, { set: together.flatMap(({ set }) => set) }))).toEqual(expected);
  });

  test("without values, the chart has the objects of the overlay self-managed", async () => {
    expect(comparable(await renderedChart(major))).toEqual(comparable(renderedOverlay("self-managed")));
  });

  test("the example of the page has the objects of the kustomization in docs/overlays.md", async () => {
    const folder = writeHelmExample(major);
    try {
      const expected = comparable(rendered(join(folder, "deploy")));
      expect(comparable(await renderedChart(major, { files: [join(folder, "deploy/values.yaml")] }))).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("every namespaced object is in the namespace of the release", async () => {
    const together = [...sources.slice(1, 2), ...webhookParts].flatMap(({ set }) => set);
    const objects = await renderedChart(major, {
      set: together.filter((value) => !value.includes("everyNamespace")),
      namespace: "other",
    });
    expect(new Set(objects.map(({ metadata }) => metadata.namespace))).toEqual(new Set(["other", undefined]));
    const { metadata, webhooks } = pick<Registration>(objects, "ValidatingWebhookConfiguration");
    expect(metadata.annotations).toEqual({ "cert-manager.io/inject-ca-from": "other/lease-guard" });
    for (const { clientConfig, namespaceSelector } of webhooks) {
      expect(clientConfig.service.namespace).toBe("other");
      expect(namespaceSelector.matchExpressions[0]?.values).toEqual([
        "kube-system",
        "kube-node-lease",
        "kube-public",
        "other",
        "cert-manager",
      ]);
    }
    expect(pick<Certificate>(objects, "Certificate").spec.dnsNames).toEqual(serviceDnsNames("lease-guard", "other"));
  });
});
