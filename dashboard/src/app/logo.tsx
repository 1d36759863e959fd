/** A post horn, the sign of a post house. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="#1b2a5c" />
      <g fill="none" stroke="#f2b23a" strokeWidth="2.3" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="15.2" cy="14.6" r="6" />
        <path d="M5.6 20.6H21" />
        <path d="M5.2 18.6v4" />
      </g>
      <path
        d="M20.4 19.5c2.6-.5 4.600-1.700 6-3.500.4-.5 1.100-.2 1.100.4v8.400c0 .6-.7.900-1.100.4-1.400-1.800-3.400-3-6-3.500z"
        fill="#f2b23a"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark className="size-7" />
      <span className="text-[15px] font-semibold tracking-tight">Posthouse</span>
    </span>
  );
}
