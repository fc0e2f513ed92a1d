import { older, releaseOf } from "../harness/release.ts";
import { describeRelease } from "../scenarios/describe-release.ts";

describeRelease(releaseOf(process.env["LEASE_GUARD_KUBERNETES_VERSION"] ?? older.version));
