import { downloadAddress } from "./addresses.ts";
import type { Download } from "./krew-manifest.ts";

/** Returns the formula for a Homebrew tap. The package has no dependencies other than Node.js. */
export function homebrewFormula({ version, source, tarball, sha256 }: Download): string {
  return `class LeaseGuard < Formula
  desc "Check Kubernetes Leases and LeaseCandidates"
  homepage "${source.repository}"
  url "${downloadAddress(source, version, tarball)}"
  sha256 "${sha256}"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/lease-guard version")
  end
end
`;
}
