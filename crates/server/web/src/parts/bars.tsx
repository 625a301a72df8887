// Quantities, drawn. Each drawing stands beside its figures, so it is left out for screen readers.

/** From -1 to 1, around the middle. */
export function Bar({ share }: { share: number }) {
  const length = Math.abs(share) * 50;
  return (
    <svg class={share < 0 ? "bar less" : "bar"} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" x="0" y="0" width="100" height="8" />
      <rect class="value" x={share < 0 ? 50 - length : 50} y="0" width={Math.max(length, 0.4)} height="8" />
    </svg>
  );
}

/** From 0 to 1. */
export function Share({ share }: { share: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" x="0" y="0" width="100" height="8" />
      <rect class="value" x="0" y="0" width={Math.max(share * 100, 0.4)} height="8" />
    </svg>
  );
}

export interface Part {
  name: string;
  value: number;
  text: string;
  /** Which of the six colours; otherwise the next one. */
  tone?: number;
}

/** The parts of a whole, side by side, and a list that names them. */
export function Parts({ parts, label }: { parts: Part[]; label: string }) {
  const all = parts.reduce((sum, part) => sum + part.value, 0) || 1;
  let at = 0;
  return (
    <div class="parts">
      <svg class="bar tall" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ground" x="0" y="0" width="100" height="8" />
        {parts.map((part, index) => {
          const [x, width] = [at, (part.value / all) * 100];
          at += width;
          return <rect key={part.name} class={`part-${part.tone ?? index % 6}`} x={x} y="0" width={width} height="8" />;
        })}
      </svg>
      <ul aria-label={label}>
        {parts.map((part, index) => (
          <li key={part.name}>
            <span class={`swatch part-${part.tone ?? index % 6}`} aria-hidden="true" />
            {part.name} <b>{part.text}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
