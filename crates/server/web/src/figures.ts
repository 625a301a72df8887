// Numbers for people.

const COUNT = new Intl.NumberFormat("en-GB");

export const count = (number: number): string => COUNT.format(number);

export const counted = (number: number, word: string, words = `${word}s`): string =>
  `${count(number)} ${number === 1 ? word : words}`;

export function milliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(0)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`;
}

export function bytes(number: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = Math.min(Math.floor(Math.log10(Math.max(number, 1)) / 3), units.length - 1);
  const scaled = number / 1000 ** step;
  return `${step > 0 && scaled < 10 ? scaled.toFixed(1) : scaled.toFixed(0)} ${units[step]}`;
}

/** How long something is ago. */
export function ago(ms: number): string {
  const steps: [number, string][] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
    [1000, "second"],
  ];
  const fitting = steps.find(([length]) => ms >= length);
  return fitting ? `${counted(Math.floor(ms / fitting[0]), fitting[1])} ago` : "just now";
}

export const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
