import { Suspense } from "react";
import { lazyPage } from "../../../app/lazy-page.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { LanguageTabsProps } from "./language-tabs.tsx";

// The programs are not part of a page that has emails.
const LanguageTabs = lazyPage(() => import("./language-tabs.tsx"), "LanguageTabs");

export function FirstEmail(props: LanguageTabsProps) {
  return (
    <Suspense fallback={<Skeleton className="h-56 w-full" />}>
      <LanguageTabs {...props} />
    </Suspense>
  );
}
