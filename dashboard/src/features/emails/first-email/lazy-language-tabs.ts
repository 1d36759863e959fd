/** A script that is imported and loaded later needs helpers of the bundler, which each page would load first. */
export { LanguageTabs } from "./language-tabs.tsx";
