// A real Chromium, and the pages opened in it. What must never happen on any page is watched for on all:
// requests to other servers, violations of the content security policy, errors of the script.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const CHROMIUMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
// Only this machine has a name; anything else that is asked for cannot even be looked up.
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Nothing takes longer, unless it never comes. */
const PATIENCE_MS = 30_000;

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export async function launch(packages) {
  const require = createRequire(resolve(packages, "package.json"));
  const { chromium } = require("playwright-core");
  const executablePath = CHROMIUMS.find((path) => existsSync(path));
  assert(executablePath, `no Chromium at ${CHROMIUMS.join(", ")}`);
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  return { browser, axe };
}

/** Opens a place of the page, hands it to `work`, and checks that nothing went wrong meanwhile. */
export async function withPage({ browser }, url, options, work) {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: "light", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const wrong = [];
  const origin = new URL(url).origin;
  const page = await context.newPage();
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) wrong.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error ${error.message}`));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("toldViolation", (what) => wrong.push(`policy violation: ${what}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) =>
      toldViolation(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.goto(url);
  try {
    await work(page, context);
  } finally {
    await context.close();
  }
  assert.deepEqual(wrong, []);
}

/** What axe finds against WCAG and good practice. */
export async function violations({ axe }, page) {
  // It is large, and stays until the page is loaded anew.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
