/** The addresses at which a release is published. The repository itself contains no address. */
export interface Source {
  /** The address of the repository on GitHub. */
  readonly repository: string;
  /** The name of the image, without a tag. */
  readonly image: string;
}

/** Addresses for a dry run. The domain `invalid` is reserved, so no client can resolve them. */
export const exampleSource: Source = {
  repository: "https://example.invalid/lease-guard",
  image: "example.invalid/lease-guard",
};

export function downloadAddress({ repository }: Source, version: string, file: string): string {
  return `${repository}/releases/download/v${version}/${file}`;
}
