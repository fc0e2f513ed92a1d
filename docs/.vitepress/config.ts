import { siteConfig } from "../../scripts/site/site-config.ts";

export default siteConfig;
