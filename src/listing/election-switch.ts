import { objectsAt, textAt, textsAt } from "../core/api/fields.ts";

/** Matches a flag of a program, and its value. */
const flagForm = /^--?([A-Za-z][A-Za-z0-9_.-]{0,60})(?:=(.*))?$/s;

/** Matches the usual names of a switch, in lower case and without `-`, `_`, and `.`. */
const [onForm, offForm] = [
  /(?:enable)?leaderelect(?:ion)?(?:enabled?)?$/,
  /(?:(?:disable|no)leaderelect(?:ion)?|leaderelect(?:ion)?disabled?)$/,
] as const;

const [trueForm, falseForm] = [/^(?:true|t|1|yes|on)$/i, /^(?:false|f|0|no|off)$/i];

/**
 * Reports whether the arguments and the environment variables of a pod switch leader election on or
 * off. Returns undefined if they do not state it, or if its containers differ.
 */
export function electionSwitch(pod: object): boolean | undefined {
  const switches = objectsAt(pod, "spec", "containers").flatMap((container) => [
    ...switchesIn(container, "command"),
    ...switchesIn(container, "args"),
    ...objectsAt(container, "env").flatMap((env) => switchOf(textAt(env, "name"), textAt(env, "value")) ?? []),
  ]);
  const [first] = switches;
  return switches.every((each) => each === first) ? first : undefined;
}

function switchesIn(container: object, field: "command" | "args"): readonly boolean[] {
  // The argument of `sh -c` is a whole command.
  const words = textsAt(container, field).flatMap((text) => text.split(/\s+/));
  return words.flatMap((word, index) => {
    const [, name, value] = flagForm.exec(word) ?? [];
    // A prefix can belong to another program, such as `--webhook-leader-elect`.
    if (name === undefined || !/^(?:enable|disable|no)?-?leader/i.test(name)) return [];
    const next = words[index + 1] ?? "";
    const separate = trueForm.test(next) || falseForm.test(next) ? next : "true";
    return switchOf(name, value ?? separate) ?? [];
  });
}

/** Returns the setting of a switch, or undefined if it is no switch of leader election. */
function switchOf(name: string, value: string): boolean | undefined {
  const plain = name.toLowerCase().replaceAll(/[-_.]/g, "");
  const isOff = offForm.test(plain);
  if (!isOff && !onForm.test(plain)) return undefined;
  if (trueForm.test(value)) return !isOff;
  return falseForm.test(value) ? isOff : undefined;
}
