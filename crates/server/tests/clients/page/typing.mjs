// How long a reader waits: from the last key of a question to the frame that shows its first result.
//
//   node typing.mjs URL FOLDER-OF-PACKAGES

import { launch, withPage } from "./browser.mjs";

const QUESTIONS = [
  "where are tokens checked",
  "parse the settings file",
  "rate limit",
  "how is an index committed",
  "check_password",
  "RepoPath",
  "stop words",
  "embed chunks in batches",
  "lang:rust retry",
  "error kind:enum",
  "walk the graph",
  "open a snapshot without a lock",
  "render hits for people",
  "list of languages",
  "cosine of two vectors",
  "write a manifest",
  "shell completions",
  "import resolution",
  "server-sent events",
  "token budget",
];
/** Between two keys of a fast typist. */
const KEY_MS = 80;

const [url, packages] = process.argv.slice(2);
const it = await launch(packages);
const times = [];
await withPage(it, url, {}, async (page) => {
  await page.evaluate(() => {
    addEventListener("keydown", (event) => (window.lastKey = event.timeStamp), true);
    window.drawn = (query) => {
      const isThere = () =>
        document.querySelector(".hits")?.getAttribute("data-query") === query && document.querySelector(".hit");
      return new Promise((resolve) => {
        // The frame after the one that the results are put into has shown them.
        const look = () =>
          isThere()
            ? requestAnimationFrame(() => resolve(performance.now() - window.lastKey))
            : requestAnimationFrame(look);
        look();
      });
    };
  });
  for (const query of QUESTIONS) {
    await page.fill("#question", "");
    await page.focus("#question");
    const drawn = page.evaluate((query) => window.drawn(query), query);
    await page.keyboard.type(query, { delay: KEY_MS });
    times.push(await drawn);
  }
});
await it.browser.close();
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(Math.floor(times.length * share), times.length - 1)].toFixed(0);
console.log(`${times.length} questions: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, slowest ${at(1)} ms`);
