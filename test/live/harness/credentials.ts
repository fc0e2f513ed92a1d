import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "./run.ts";

/**
 * The certificates and keys of the test cluster. The fields are file paths, because kube-apiserver
 * and kubectl read files.
 */
export interface Credentials {
  readonly caFile: string;
  readonly serverFile: string;
  readonly serverKeyFile: string;
  readonly adminFile: string;
  readonly adminKeyFile: string;
  /** The key that signs service account tokens. kube-apiserver does not start without this key. */
  readonly tokenKeyFile: string;
}

/**
 * The user name of the admin. By this name, tests distinguish decisions on their own writes from
 * decisions on writes of the API server's controllers.
 */
export const adminUser = "cluster-test";

const p256 = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];

/** Creates the credentials of one temporary cluster in a directory. */
export async function makeCredentials(folder: string): Promise<Credentials> {
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): Promise<string> => mustRun("openssl", args);
  await openssl("req", "-x509", ...p256, "-subj", "/CN=test-ca", "-keyout", file("ca.key"), "-out", file("ca.crt"));

  const sign = async (name: string, subject: string, extension: string): Promise<void> => {
    await openssl(
      "req",
      "-new",
      ...p256,
      "-subj",
      subject,
      "-keyout",
      file(`${name}.key`),
      "-out",
      file(`${name}.csr`),
    );
    writeFileSync(file(`${name}.ext`), extension);
    const signer = ["-CA", file("ca.crt"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "1"];
    await openssl(
      "x509",
      "-req",
      ...signer,
      "-in",
      file(`${name}.csr`),
      "-extfile",
      file(`${name}.ext`),
      "-out",
      file(`${name}.crt`),
    );
  };
  await sign(
    "server",
    "/CN=kube-apiserver",
    "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n",
  );
  await sign("admin", `/O=system:masters/CN=${adminUser}`, "extendedKeyUsage=clientAuth\n");
  await openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", file("token.key"));

  return {
    caFile: file("ca.crt"),
    serverFile: file("server.crt"),
    serverKeyFile: file("server.key"),
    adminFile: file("admin.crt"),
    adminKeyFile: file("admin.key"),
    tokenKeyFile: file("token.key"),
  };
}

/** Reads the certificates and the key that a TLS client of the test cluster needs. */
export function adminIdentity({ caFile, adminFile, adminKeyFile }: Credentials): {
  ca: Buffer;
  cert: Buffer;
  key: Buffer;
} {
  return { ca: readFileSync(caFile), cert: readFileSync(adminFile), key: readFileSync(adminKeyFile) };
}
