// Stands in for a program that needs a cluster, a network, or minutes. Usage: stand-in.mjs NAME
// ARGUMENTS. The flags and files of the command must be valid. The output is in the file $STAND_IN.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseAllDocuments } from "yaml";

const [name, ...args] = process.argv.slice(2);
const { answers, programs, serverFlags } = JSON.parse(readFileSync(process.env.STAND_IN, "utf8"));
const line = args.join(" ");

function fail(message) {
  throw new Error(`${name} ${line}: ${message}`);
}

/** Runs a program instead of the stand-in. */
function run(program, words, stdout = "inherit") {
  process.exitCode = spawnSync(program, words, { stdio: ["inherit", stdout, "inherit"] }).status ?? 1;
}

function print(text) {
  process.stdout.write(text);
}

/**
 * Checks commands and flags with the real program. With --help, it parses them and does nothing
 * else.
 */
function checkFlags(program) {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const { status, stdout, stderr } = spawnSync(program, [...own, "--help", ...(end < 0 ? [] : args.slice(end))], {
    encoding: "utf8",
  });
  if (status !== 0) fail(stderr);
  // After an unknown command of a group, such as `rollout`, the help lists the commands of the
  // group.
  if (stdout.includes("Available Commands:") && !/(?:^| )(?:apply|create) /.test(line)) fail("unknown command");
}

/**
 * Reports whether a command of kubectl only reads. A page must not contain a read without a
 * response.
 */
function isRead() {
  return /(?:^| )(?:get|describe|logs|top|debug|version|auth|events|explain|diff) /.test(line);
}

/** Returns the content of the files after -f. The file - is the standard input. */
function files() {
  return args.flatMap((word, index) => {
    const file = word === "-f" ? args[index + 1] : undefined;
    if (file === undefined) return [];
    if (file !== "-" && !existsSync(file)) fail(`${file} does not exist`);
    const text = readFileSync(file === "-" ? 0 : file, "utf8");
    if (text.trim() === "") fail("the file is empty");
    return [text];
  });
}

/** Prints the warnings of the default policy for a Lease, and the line of kubectl about it. */
async function create(text) {
  const { createValidator } = await import(pathToFileURL(programs.library));
  const [object] = parseAllDocuments(text).map((document) => document.toJS());
  if (object.kind !== "Lease") return;
  for (const warning of createValidator().validate(object).warnings) print(`Warning: ${warning}\n`);
  print(
    `lease.coordination.k8s.io/${object.metadata.name} created${line.includes("--dry-run=server") ? " (server dry run)" : ""}\n`,
  );
}

const standIns = {
  kubectl: async () => {
    if (args[0] === "lease-guard") return run(programs.kubectl, args);
    checkFlags(programs.kubectl);
    if (args[0] === "kustomize") return run(programs.kubectl, args);
    if (args.includes("-k")) return run(programs.kubectl, ["kustomize", args[args.indexOf("-k") + 1]], "ignore");
    const texts = files();
    if (/(?:^| )(?:apply|create) /.test(line)) for (const text of texts) await create(text);
    const [, answer] = answers.find(([pattern]) => new RegExp(pattern).test(`kubectl ${line}`)) ?? [];
    if (answer === undefined && isRead()) fail("cluster-answers.ts has no answer");
    print(answer ?? "");
  },
  // A template has the flags of an installation, and needs no cluster.
  helm: () => {
    checkFlags(programs.helm);
    if (args[0] === "uninstall") return;
    const { status, stdout, stderr } = spawnSync(programs.helm, ["template", ...args.slice(1)], { encoding: "utf8" });
    if (status !== 0) fail(stderr);
    if (args[0] === "template") print(stdout);
  },
  docker: () => {
    if (!/^(?:build (?:-t|--tag) \S+:\S+ \.|push \S+:\S+)$/.test(line) || !existsSync("Dockerfile"))
      fail("unknown command");
  },
  npm: () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const [command, script] = args;
    if (command === "pack") print("lease-guard-0.1.0.tgz\n");
    else if (command === "install") {
      if (!line.endsWith(".tgz")) fail("must install a packed clone");
    } else if (command !== "ci" && !((command === "run" ? script : command) in scripts))
      fail("package.json has no such script");
  },
  curl: () =>
    print(answers.find(([pattern]) => new RegExp(pattern).test(`curl ${line}`))?.[1] ?? fail("unknown address")),
  kubeconform: () => {
    for (const file of ["schemas/lease_v1.json", "schemas/leasecandidate_v1beta1.json", args.at(-1)])
      if (!existsSync(file)) fail(`${file} is missing`);
  },
  // Writes nothing, but checks the files, and that the copy of Node.js contains the place for the
  // script.
  npx: () => {
    const [, program, , blob, , fuse] = args;
    if (!/^postject \S+ NODE_SEA_BLOB \S+ --sentinel-fuse NODE_SEA_FUSE_\w+$/.test(line)) fail("unknown command");
    if (!existsSync(blob) || !readFileSync(program).includes(fuse)) fail("a file is missing, or has no such fuse");
  },
  sleep: () => {},
  // Ends the server as soon as it listens.
  serve: () => {
    const server = spawn(process.execPath, [programs.main, ...args, ...serverFlags], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    server.stdout.on("data", (bytes) => bytes.includes("serving") && server.kill());
    server.on("close", (status) => {
      process.exitCode = status ?? 1;
    });
  },
};

try {
  await standIns[name]();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
