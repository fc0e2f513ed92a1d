/** A word that the project no longer uses because the word is rare or has two meanings. */
interface RetiredWord {
  /** Matches the word, in any case. */
  readonly word: RegExp;
  readonly use: string;
  /** Published names and technical terms that contain the word. */
  readonly except?: readonly string[];
  /** Tests may use the word: they start electors and inject faults. */
  readonly isTermOfTests?: true;
}

/**
 * The words that a change must not add again. If readers do not understand a word, add the word to
 * the list. If one use of a word is right, make its pattern narrower.
 */
export const retiredWords: readonly RetiredWord[] = [
  { word: /\bmend(s|ed|ing)?\b/i, use: "fix" },
  { word: /\banew\b/i, use: "again" },
  { word: /\b(nobody|somebody|anybody|whoever)\b/i, use: "no client, a client, any client" },
  {
    word: /\bstands? (in|at|twice|beside|alone|there)\b|\bstood\b/i,
    use: "is in, is set at, appears twice",
    except: ["stands in for"],
  },
  { word: /\b(tells|told)\b/i, use: "reports, prints, logs, notifies", except: ["tells the operator"] },
  { word: /\bcomplaints?\b/i, use: "error" },
  { word: /\belectors?\b/i, use: "leader-election client", isTermOfTests: true },
  { word: /\b(thief|thieves|steal|steals|stolen|stranger)\b/i, use: "take over; another client" },
  { word: /\b(ran|runs|run) out\b(?! of)/i, use: "expire" },
  {
    word: /\bfaults?\b/i,
    isTermOfTests: true,
    use: "finding, problem or crash",
    except: ["rule_faults", "RuleFault", "faults:", "`faults`", "test:faults", "test/faults", "#faults"],
  },
  { word: /\bspare[sd]?\b/i, use: "exempt" },
  { word: /\bbut for\b/i, use: "except" },
  { word: /\bbesides (it|the|this|that|its|them|object|suites|parameters)\b/i, use: "next to, in addition to" },
  { word: /\bdemands?\b/i, use: "require; requirement", except: ["on demand"] },
  { word: /\bin vain\b/i, use: "fails" },
  { word: /\baskew\b/i, use: "skewed" },
  { word: /\breckon\b/i, use: "rely on" },
  { word: /\bmisspelt\b/i, use: "typo" },
  { word: /\b(our|ours)\b/i, use: "lease-guard's" },
  { word: /\bbehind (the|a|an|it)\b(?! (proxy|load balancer|firewall))/i, use: "after" },
];
