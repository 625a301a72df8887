// What lies around results, and what is shown in place of them. The repository is that of `the_page_works_in_a_real_browser`.

import assert from "node:assert/strict";
import { withPage } from "./browser.mjs";

/** src/auth.rs and src/main.rs are results; what the first one calls is not. */
const CALLER = "search?q=check+password";
/** src/hash.rs is the only result; who uses it is not. */
const CALLEE = "search?q=text+bytes";

export const CHECKS = {
  async "files around the results are told, with what ties them to which result"(it, { url }) {
    await withPage(it, `${url}#/${CALLEE}`, {}, async (page) => {
      const row = (name) => page.locator(".around li", { hasText: name });
      const told = async (name) => (await row(name).innerText()).replace(/\s+/g, " ");
      assert.equal(await told("src/auth.rs"), "src/auth.rs:5 calls hash.rs result 1");
      assert.equal(await told("src/main.rs"), "src/main.rs:2 uses hash.rs result 1");
      // Who is a result is not around the results.
      assert.equal(await page.locator(".around .path", { hasText: "hash.rs" }).count(), 0);
      await page.getByRole("button", { name: "Go to result 1, src/hash.rs" }).first().click();
      await page.locator("#hit-1[aria-current]").waitFor();
      await page.goto(`${url}#/${CALLER}`);
      assert.equal(await told("src/hash.rs"), "src/hash.rs:2 called by auth.rs result 1");
      await row("src/hash.rs").getByRole("link").click();
      await page.locator("h1", { hasText: "src/hash.rs" }).waitFor();
      await page.locator('.file-text .chosen[data-line="2"]').waitFor();
    });
  },

  async "the arrow keys go on from the last result to the files around, and Enter opens one"(it, { url }) {
    await withPage(it, `${url}#/${CALLER}`, {}, async (page) => {
      await page.locator(".around li").first().waitFor();
      const nHits = await page.locator(".hit").count();
      await page.focus("#question");
      for (let pressed = 0; pressed <= nHits; pressed++) await page.keyboard.press("ArrowDown");
      const chosen = page.locator(".around li[aria-current]");
      const path = (await chosen.locator(".path").innerText()).split(":")[0];
      assert.equal(await page.locator(".hit[aria-current]").count(), 0);
      await page.keyboard.press("Enter");
      await page.locator("h1").getByText(path, { exact: true }).waitFor();
    });
  },

  async "results and the files around them are drawn, users on the left"(it, { url }) {
    await withPage(it, `${url}#/${CALLEE}`, {}, async (page) => {
      const left = async (id) => (await page.locator(`.around .node[data-id="${id}"]`).boundingBox()).x;
      await page.getByRole("button", { name: "Draw", exact: true }).click();
      await page.locator('.around .node.subject[data-id="src/hash.rs"]').waitFor();
      assert((await left("src/auth.rs")) < (await left("src/hash.rs")));
      assert.match(page.url(), /around=drawn/);
      await page.goto(`${url}#/${CALLER}&around=drawn`);
      await page.locator('.around .node.subject[data-id="src/auth.rs"]').waitFor();
      assert((await left("src/auth.rs")) < (await left("src/hash.rs")));
      await page.goto(`${url}#/graph?target=src/hash.rs&mode=impact`);
      await page.locator('.node[data-id="src/main.rs"]').waitFor();
      await page.locator(".edge").nth(1).waitFor({ state: "attached" });
      const outside = await page.evaluate(() => {
        const room = document.querySelector(".frame svg").viewBox.baseVal;
        const boxes = [...document.querySelectorAll(".edge")].map((edge) => edge.getBBox());
        return boxes.filter((box) => box.x < 0 || box.x + box.width > room.width).length;
      });
      assert.equal(outside, 0, "edges are cut off");
      await page.goBack();
      await page.getByRole("button", { name: "Close the drawing" }).click();
      await page.locator(".around .node").first().waitFor({ state: "detached" });
    });
  },

  async "without a result the reader is told what to do"(it, { url }) {
    await withPage(it, `${url}#/search?q=password&path=nowhere`, {}, async (page) => {
      await page.locator(".empty", { hasText: "No result for “password”" }).waitFor();
      assert.equal(await page.locator(".around").count(), 0);
      await page.getByRole("link", { name: "Search without filters" }).click();
      await page.locator(".hit").first().waitFor();
      assert(!page.url().includes("nowhere"));
      await page.goto(`${url}#/graph?target=check_password`);
      await page.locator(".problem", { hasText: /^check_password is not in the index/ }).waitFor();
      await page.getByRole("link", { name: "Calls of check_password" }).click();
      await page.locator(".node.subject").waitFor();
      await page.goto(`${url}#/file?path=no/such.rs`);
      await page.locator(".problem", { hasText: /^no\/such\.rs is not an indexed file/ }).waitFor();
      assert.equal(await page.locator(".outline").count(), 0);
    });
  },
};
