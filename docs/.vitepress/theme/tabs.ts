/**
 * Shows one section of a page with tabs at a time. Without JavaScript, the page shows all sections,
 * and the tabs are links to them.
 */
export function showTabs(): void {
  const tabs = document.querySelector<HTMLElement>("nav.tabs");
  if (tabs === null || tabs.dataset["ready"]) return;
  tabs.dataset["ready"] = "yes";
  const links = Array.from(tabs.querySelectorAll("a"));
  const sections = Array.from(document.querySelectorAll<HTMLElement>("section.tab"));
  const show = (): void => {
    if (!tabs.isConnected) {
      removeEventListener("hashchange", show);
      return;
    }
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chosen = sections.find((section) => target !== null && section.contains(target));
    if (chosen === undefined && sections.some(({ hidden }) => hidden)) return;
    for (const [index, section] of sections.entries()) {
      section.hidden = section !== (chosen ?? sections[0]);
      links[index]?.setAttribute("aria-current", String(!section.hidden));
    }
  };
  addEventListener("hashchange", show);
  show();
}
