// The state of an index: what it holds, how well that was parsed, how fresh it is, what the server has done.

import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../api";
import { IndexingPanel } from "../parts/indexing";
import { Answers, Freshness, Health, Languages, Skipped, Times } from "../parts/panels";
import { bytes, count, percent } from "../figures";
import type { Activity, Repository, Status } from "../wire";

/** How often figures are looked at again. */
const REFRESH_MS = 5000;

export function IndexView({ status, repository }: { status: Status | null; repository: Repository | null }) {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((now) => now + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const { answer: activity } = useAnswer<Activity>("activity", {}, { version: `${tick} ${repository?.generation}` });
  return (
    <div class="view dashboard">
      <h1>Index</h1>
      {repository && <IndexingPanel repository={repository} />}
      {status && <Totals status={status} />}
      <div class="panels">
        {status && <Languages status={status} />}
        {status && <Health status={status} />}
        {activity && <Freshness activity={activity} status={status} />}
        {activity && <Answers activity={activity} />}
        {activity && <Times activity={activity} />}
        {status && <Skipped status={status} />}
      </div>
    </div>
  );
}

function Totals({ status }: { status: Status }) {
  const figures: [string, string][] = [
    ["Files", count(status.files)],
    ["Lines", count(status.lines)],
    ["Definitions", count(status.symbols)],
    ["Chunks", count(status.chunks)],
    ["With vectors", status.chunks > 0 ? percent(status.embedded_chunks / status.chunks) : "–"],
    ["On disk", bytes(status.bytes)],
  ];
  return (
    <dl class="totals">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
