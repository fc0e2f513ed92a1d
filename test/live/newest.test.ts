import { newest } from "./harness/release.ts";
import { describeRelease } from "./scenarios/describe-release.ts";

describeRelease(newest);
