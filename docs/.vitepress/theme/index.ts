import theme from "vitepress/theme-without-fonts";
// @ts-expect-error: only the bundler of the site reads style sheets.
import "./style.css";

export default theme;
