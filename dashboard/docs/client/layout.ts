/** The menu of narrow screens. On wide screens, it is always open, at the current page. */
export function addMenu(): void {
  const button = document.getElementById("menu");
  const sidebar = document.getElementById("sidebar");
  const current = sidebar?.querySelector<HTMLElement>("[aria-current]");
  if (sidebar && current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;
  const show = (isOpen: boolean) => {
    button?.setAttribute("aria-expanded", String(isOpen));
    sidebar?.classList.toggle("open", isOpen);
  };
  button?.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button?.getAttribute("aria-expanded") !== "true") return;
    show(false);
    button.focus();
  });
}

/** Switches between light and dark; /theme.js applies the choice to the next page. */
export function addThemeButton(): void {
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const label = () => {
    if (button) button.textContent = current() === "dark" ? "Light" : "Dark";
  };
  button?.addEventListener("click", () => {
    const theme = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    label();
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // Storage can be blocked; the choice then lasts until the page closes.
    }
  });
  dark.addEventListener("change", label);
  label();
}
