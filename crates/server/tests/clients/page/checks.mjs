// What a reader does on the page, step by step. The repository is that of `the_page_works_in_a_real_browser`.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { DESKTOP, PHONE, violations, withPage } from "./browser.mjs";

/** A path that is wider than any screen. */
const LONG = `docs/${"an-unusually-long-name-".repeat(8)}/${"AnotherNameWithoutAnyPlaceToBreak".repeat(3)}.md`;

/** Checks by name, in order. Each gets the browser and where things are. */
export const CHECKS = {
  async "results appear while one types, with marks, and the address holds them"(it, { url }) {
    await withPage(it, url, {}, async (page) => {
      // Nobody needs to click first.
      await page.locator("#question:focus").waitFor();
      await page.keyboard.type("check password");
      const first = page.locator(".hit").first();
      await first.locator("text=auth.rs").waitFor();
      assert.match(await page.locator(".summary").innerText(), /^\d+ results? in/);
      assert((await first.locator("mark").allInnerTexts()).includes("password"));
      assert.equal(new URL(page.url()).hash, "#/search?q=check+password");
      await page.goto(page.url());
      await page.locator('.hits[data-query="check password"] .hit').first().waitFor();
      assert.equal(await page.inputValue("#question"), "check password");
    });
  },

  async "the keyboard is enough: slash, arrows, Enter, Escape, back, question mark"(it, { url }) {
    await withPage(it, url, {}, async (page) => {
      await page.locator("main").click();
      await page.keyboard.press("/");
      await page.keyboard.type("password");
      await page.locator('.hits[data-query="password"] .hit').nth(1).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      const chosen = await page.locator(".hit[aria-current] .path").innerText();
      await page.keyboard.press("Enter");
      await page.locator("h1").getByText(chosen.split(":")[0]).waitFor();
      await page.goBack();
      await page.locator('.hits[data-query="password"]').waitFor();
      await page.goForward();
      await page.locator(".file-text .chosen").first().waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.locator('.hits[data-query="password"]').waitFor();
      await page.locator(".summary").click();
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    });
  },

  async "filters narrow the results, chosen or typed"(it, { url }) {
    await withPage(it, `${url}#/search?q=total`, {}, async (page) => {
      const paths = () => page.locator(".hit .path").allInnerTexts();
      await page.locator(".hit").nth(1).waitFor();
      await page.selectOption('select[name="lang"]', "python");
      await page.waitForFunction(() => document.querySelectorAll(".hit").length === 1);
      assert.deepEqual(
        (await paths()).map((path) => path.split(":")[0]),
        ["src/cart.py"],
      );
      assert.match(page.url(), /lang=python/);
      await page.goBack();
      await page.locator(".hit").nth(1).waitFor();
      await page.fill("#question", "total lang:python");
      await page.locator('.hits[data-query="total lang:python"]').waitFor();
      assert.deepEqual(
        (await paths()).map((path) => path.split(":")[0]),
        ["src/cart.py"],
      );
      await page.fill("#question", "total lang:pyton");
      await page.locator(".note.problem").getByText("python").waitFor();
    });
  },

  async "a result says why it is there: stages with times, evidence as bars"(it, { url }) {
    await withPage(it, `${url}#/search?q=check+password`, {}, async (page) => {
      await page.getByRole("button", { name: "Why this result" }).first().click();
      const why = page.locator(".why");
      await why.getByText("Recall by word and by meaning").waitFor();
      assert.equal(await why.locator(".parts li").count(), 5);
      const adds = (await why.locator(".evidence .figure").allInnerTexts()).map((text) =>
        Number(text.replace("−", "-")),
      );
      assert(adds.length >= 5 && adds.every((one) => Number.isFinite(one)), `${adds}`);
      assert.equal(await why.locator(".evidence .bar").count(), adds.length);
      const widths = await why
        .locator(".evidence .bar .value")
        .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("width"))));
      assert.equal(Math.max(...widths), 50);
      assert.match(page.url(), /why=1/);
    });
  },

  async "a file has an outline, and a name leads to its definition, callers and callees"(it, { url }) {
    await withPage(it, `${url}#/file?path=src/auth.rs`, {}, async (page) => {
      await page.getByRole("button", { name: "Uses of check_password" }).click();
      const panel = page.locator(".symbol");
      await panel.getByText("1 definition").waitFor();
      await panel.locator("section", { hasText: "Callers" }).getByRole("link", { name: "main" }).first().waitFor();
      await panel.locator("section", { hasText: "Callees" }).getByRole("link", { name: "digest" }).first().waitFor();
      await panel.getByRole("button", { name: "Close" }).click();
      await panel.waitFor({ state: "detached" });
      await page.locator(".file-text .call", { hasText: "digest" }).first().click();
      await panel.getByRole("heading", { name: "digest" }).waitFor();
      await panel.getByRole("link", { name: "function digest" }).first().click();
      await page.locator("h1", { hasText: "src/hash.rs" }).waitFor();
      await page.locator(".file-text .chosen", { hasText: "fn digest" }).waitFor();
    });
  },

  async "a graph is drawn, walked by keyboard, and told as a list"(it, { url }) {
    await withPage(it, `${url}#/graph`, {}, async (page) => {
      await page.locator(".central").getByRole("link", { name: "auth.rs" }).click();
      await page.locator('.node.subject[data-id="src/auth.rs"]').waitFor();
      await page.locator('.node[data-id="src/hash.rs"]').waitFor();
      assert((await page.locator(".edge").count()) >= 2);
      await page.locator(".node.subject").focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-id")), "src/main.rs");
      await page.keyboard.press("Enter");
      await page.locator('.node.subject[data-id="src/main.rs"]').waitFor();
      await page.locator(".lists").getByRole("link", { name: "src/auth.rs" }).first().waitFor();
      await page.goBack();
      await page.locator('.node.subject[data-id="src/auth.rs"]').waitFor();
      await page.getByRole("button", { name: "Calls" }).click();
      await page.fill('input[name="target"]', "check_password");
      await page.keyboard.press("Enter");
      await page.locator(".node", { hasText: "digest" }).waitFor();
      await page.fill('input[name="target"]', "src/hash.rs");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Impact" }).click();
      await page.locator("table.rows").getByRole("link", { name: "src/auth.rs" }).waitFor();
      await page.locator('.node[data-id="src/auth.rs"]').waitFor();
    });
  },

  async "a context keeps its budget, and is copied as it is shown"(it, { url }) {
    const permissions = ["clipboard-read", "clipboard-write"];
    await withPage(it, `${url}#/context?q=check+password`, { permissions }, async (page) => {
      const meter = page.locator(".tokens");
      await meter.getByText("of 6,000 tokens").waitFor();
      await page.locator('input[type="range"]').fill("0");
      await meter.getByText("of 375 tokens").waitFor();
      const used = Number(await meter.locator("output").innerText());
      assert(used > 0 && used <= 375, `${used}`);
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await page.locator(".laid pre").textContent());
      assert.match(copied, /check_password/);
      await page.getByRole("button", { name: "Leave out src/auth.rs" }).first().click();
      await page.getByRole("button", { name: "Take src/auth.rs back" }).waitFor();
      await page.getByRole("button", { name: "Leave out src/auth.rs" }).waitFor({ state: "detached" });
    });
  },

  async "the index tells its state, and is brought up to date"(it, { url, root }) {
    await withPage(it, `${url}#/index`, {}, async (page) => {
      const files = page.locator(".totals div", { hasText: "Files" }).locator("dd");
      await files.waitFor();
      const before = Number(await files.innerText());
      await page.getByRole("row", { name: /rust/ }).waitFor();
      await page.locator(".panel", { hasText: "Cache" }).getByText("answered from").waitFor();
      writeFileSync(`${root}/src/late.rs`, "pub fn late() {}\n");
      await page.getByRole("button", { name: "Update index" }).click();
      // Told by an event of the stream, without a reload.
      await page.waitForFunction((before) => {
        const totals = [...document.querySelectorAll(".totals div")].find((one) =>
          one.textContent?.startsWith("Files"),
        );
        return Number(totals?.querySelector("dd")?.textContent) === before + 1;
      }, before);
      await page.locator(".panel", { hasText: "Freshness" }).getByText("1 new").waitFor();
      await page.getByText("is up to date").waitFor();
    });
  },

  async "text of a repository is never read as markup"(it, { url, root }) {
    await withPage(it, `${url}#/file?path=web/hostile.html`, {}, async (page) => {
      await page.locator(".file-text", { hasText: "<img src=x onerror=" }).waitFor();
      assert.equal(await page.locator(".file-text img, .file-text script").count(), 0);
      // And no letter of it is lost in colours.
      const shown = (await page.locator(".file-text .text").allTextContents()).join("");
      assert.equal(shown, readFileSync(`${root}/web/hostile.html`, "utf8"));
    });
  },

  async "colours follow the system or the reader, and stay"(it, { url }) {
    await withPage(it, url, { colorScheme: "dark" }, async (page) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const dark = await ground();
      await page.getByRole("button", { name: "Light colours" }).click();
      const light = await ground();
      assert.notEqual(light, dark);
      await page.reload();
      assert.equal(await ground(), light);
    });
  },

  async "a server with tokens is asked with one, which is kept in this tab alone"(it, { guarded, token }) {
    await withPage(it, `${guarded}#/search?q=password`, {}, async (page, context) => {
      await page.fill('input[name="token"]', "no such token at all, really");
      await page.keyboard.press("Enter");
      await page.getByText("does not know that token").waitFor();
      await page.fill('input[name="token"]', token);
      await page.keyboard.press("Enter");
      await page.locator(".hit").first().waitFor();
      const kept = await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage)].map(String));
      assert.deepEqual(kept, [token, ""]);
      assert.deepEqual(await context.cookies(), []);
      assert(!page.url().includes(token));
      await page.getByRole("link", { name: "Index" }).click();
      await page.getByRole("button", { name: "Update index" }).click();
      await page.getByText("needs one with the scope admin").waitFor();
    });
  },

  async "of several repositories one is picked"(it, { several }) {
    await withPage(it, several, {}, async (page) => {
      await page.fill("#question", "password");
      await page.locator(".hit").first().waitFor();
      await page.selectOption(".picker select", "other");
      await page
        .locator(".summary", { hasText: "Nothing found" })
        .or(page.locator(".hit", { hasText: "farm.py" }))
        .waitFor();
      assert.equal(await page.inputValue("#question"), "password");
      await page.fill("#question", "harvest");
      await page.locator(".hit", { hasText: "farm.py" }).waitFor();
      assert.match(page.url(), /repository=other/);
    });
  },

  async "axe finds nothing, in light and dark, on a desk and on a phone"(it, { url }) {
    const places = [
      "search",
      "search?q=check+password&why=1",
      "search?q=check+password&around=drawn",
      "search?q=check+password&path=nowhere",
      "file?path=src/auth.rs&line=3&symbol=check_password",
      "graph",
      "graph?target=src/auth.rs",
      "graph?target=src/hash.rs&mode=impact",
      "graph?target=nothing_of_that_name",
      `graph?target=${LONG}/nothing`,
      `file?path=${LONG}`,
      "search?q=unusual",
      "context",
      "context?q=check+password",
      "index",
    ];
    const looks = [
      { colorScheme: "light", viewport: DESKTOP },
      { colorScheme: "dark", viewport: DESKTOP },
      { colorScheme: "light", viewport: PHONE, hasTouch: true, isMobile: true },
    ];
    for (const look of looks) {
      await withPage(it, url, look, async (page) => {
        for (const place of places) {
          await page.goto(`${url}#/${place}`);
          await page.locator(settled(place)).first().waitFor();
          assert.deepEqual(await violations(it, page), [], `${place} ${JSON.stringify(look)}`);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert(overflow <= 0, `${place} is ${overflow} px too wide at ${look.viewport.width}`);
        }
      });
    }
  },
};

/** What is there when a place is drawn. */
function settled(place) {
  if (place.includes("around")) return ".around .node.subject";
  if (place.startsWith("file?path=docs")) return ".file-text .line";
  if (place.includes("unusual")) return ".hit, .problem";
  if (place.includes("nowhere")) return ".empty .button";
  if (place.includes("nothing")) return ".problem ~ section .central li";
  if (place === "context") return ".examples a";
  if (place.includes("why")) return ".evidence td";
  if (place.includes("impact")) return "table.rows";
  if (place.includes("target")) return ".node.subject";
  const parts = {
    search: ".welcome",
    file: ".symbol li",
    graph: ".central li",
    context: ".laid pre",
    index: ".panel",
  };
  return parts[place.split("?")[0]];
}
