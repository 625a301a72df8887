// Light or dark: as the system says, unless the reader chose otherwise.

import { useState } from "preact/hooks";

const KEY = "quarry-theme";
const WORDS = ["auto", "light", "dark"] as const;
type Theme = (typeof WORDS)[number];

const chosen = (): Theme => WORDS.find((word) => word === localStorage.getItem(KEY)) ?? "auto";

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = chosen();
}

export function ThemeButton() {
  const [theme, setTheme] = useState(chosen);
  const isDark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const change = () => {
    // Back to what the system says, if that is what is wanted.
    const wanted = isDark ? "light" : "dark";
    const isSystems = matchMedia("(prefers-color-scheme: dark)").matches === (wanted === "dark");
    const next: Theme = isSystems ? "auto" : wanted;
    localStorage.setItem(KEY, next);
    applyTheme();
    setTheme(next);
  };
  const label = isDark ? "Light colours" : "Dark colours";
  return (
    <button type="button" class="icon" onClick={change} aria-label={label} title={label}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        {isDark ? (
          <path d="M10 6a4 4 0 100 8 4 4 0 000-8zM10 1v2M10 17v2M1 10h2M17 10h2M3.6 3.6l1.4 1.4M15 15l1.4 1.4M3.6 16.4L5 15M15 5l1.4-1.4" />
        ) : (
          <path d="M16.5 12.5A7 7 0 017.5 3.5a7 7 0 109 9z" />
        )}
      </svg>
    </button>
  );
}
