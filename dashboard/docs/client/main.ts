/** The script of every page of /docs. The pages are complete without it; it adds search, tabs, copying and running. */
import "../../src/styles.css";
import "../docs.css";
import { addCopyButtons } from "./copy.ts";
import { fillIn, fillInSmtp } from "./fill-in.ts";
import { addKeyForms } from "./key-form.ts";
import { addMenu, addThemeButton } from "./layout.ts";
import { addRunButtons } from "./run.ts";
import { addSearch } from "./search.ts";
import { addTabs } from "./tabs.ts";

/** Errors of older versions name an anchor of the first page instead of the code's own page. */
function openOldErrorAddress(): void {
  const code = /^#description\/([a-z-]+)$/.exec(location.hash)?.[1];
  if (code) location.replace(`/docs/errors/${code.replaceAll("-", "_")}`);
}

openOldErrorAddress();
fillIn();
void fillInSmtp();
addTabs();
addKeyForms();
addRunButtons();
addCopyButtons();
addSearch();
addMenu();
addThemeButton();
