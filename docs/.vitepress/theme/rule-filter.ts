/** Lets the form above the list of rules hide rows. Without JavaScript, the page shows all rows. */
export function filterRules(): void {
  const form = document.querySelector<HTMLFormElement>(".rule-filter");
  const table = document.querySelector<HTMLTableElement>(".rules table");
  if (form === null || table === null || form.dataset["ready"]) return;
  form.dataset["ready"] = "yes";
  const rows = Array.from(table.tBodies[0]?.rows ?? []);
  const apply = (): void => {
    const chosen = Array.from(form.querySelectorAll("select")).filter(({ value }) => value !== "");
    for (const row of rows)
      row.hidden = !chosen.every(({ dataset, value }) => words(row, dataset["column"] ?? "").includes(value));
    const shown = rows.filter(({ hidden }) => !hidden).length;
    const output = form.querySelector("output");
    if (output !== null) output.textContent = `${shown} of ${rows.length} rules`;
  };
  form.addEventListener("input", apply);
  apply();
}

/** Returns the words of a cell, such as `deny`, `LeaseCandidate`, or `kube-apiserver`. */
function words(row: HTMLTableRowElement, column: string): readonly string[] {
  const cell = Array.from(row.cells).find(({ dataset }) => dataset["label"] === column);
  return (cell?.textContent ?? "").split(/[^\w-]+/);
}
