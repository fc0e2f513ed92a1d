import { onContentUpdated, type Theme } from "vitepress";
import base from "vitepress/theme-without-fonts";
import { startLiveExample } from "./live-example.ts";
import { filterRules } from "./rule-filter.ts";
// @ts-expect-error: only the bundler of the site reads style sheets.
import "./style.css";
import { showTabs } from "./tabs.ts";

const theme: Theme = {
  extends: base,
  setup: () =>
    onContentUpdated(() => {
      startLiveExample();
      filterRules();
      showTabs();
    }),
};

export default theme;
