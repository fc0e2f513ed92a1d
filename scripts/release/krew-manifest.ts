import { stringify } from "yaml";
import { oldestNode } from "../package-version.ts";
import { downloadAddress, type Source } from "./addresses.ts";

/** The npm package of a release, for installers that download it. */
export interface Download {
  readonly version: string;
  readonly source: Source;
  readonly tarball: string;
  readonly sha256: string;
}

/**
 * Returns the manifest of the kubectl plugin for krew. The plugin is the npm package, so it
 * requires Node.js. The manifest excludes Windows, which ignores the first line of the script and
 * cannot start it.
 */
export function krewManifest({ version, source, tarball, sha256 }: Download): string {
  return stringify({
    apiVersion: "krew.googlecontainertools.github.com/v1alpha2",
    kind: "Plugin",
    metadata: { name: "lease-guard" },
    spec: {
      version: `v${version}`,
      homepage: source.repository,
      shortDescription: "Check Leases and LeaseCandidates",
      description: "Checks Leases and LeaseCandidates of manifests and clusters with the rules of the admission webhook lease-guard.\n",
      caveats: `This plugin requires Node.js ${oldestNode()} or later on the PATH.\n`,
      platforms: [
        {
          selector: { matchExpressions: [{ key: "os", operator: "In", values: ["darwin", "linux"] }] },
          uri: downloadAddress(source, version, tarball),
          sha256,
          files: [{ from: "package/*", to: "." }],
          bin: "dist/cli/main.js",
        },
      ],
    },
  });
}
