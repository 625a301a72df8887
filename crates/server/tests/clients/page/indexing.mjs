// An index made anew, and one that is not there yet. The repository is that of `the_page_works_in_a_real_browser`.

import assert from "node:assert/strict";
import { violations, withPage } from "./browser.mjs";

const generation = async (page) =>
  Number.parseInt(await page.locator(".pairs div", { hasText: "Generation" }).locator("dd").innerText(), 10);

export const CHECKS = {
  async "an index is rebuilt only after the reader was asked"(it, { url }) {
    await withPage(it, `${url}#/index`, {}, async (page) => {
      const before = await generation(page);
      const sent = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
      await page.getByRole("button", { name: "Rebuild …" }).click();
      const dialog = page.getByRole("dialog", { name: /^Rebuild the index of/ });
      await dialog.waitFor();
      assert.deepEqual(await violations(it, page), []);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Rebuild …" }).click();
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.deepEqual(sent, []);
      await page.getByRole("button", { name: "Rebuild …" }).click();
      await dialog.getByRole("button", { name: "Rebuild", exact: true }).click();
      await page.locator(".progress", { hasText: /is up to date: \d+ files indexed anew in/ }).waitFor();
      assert.equal(sent.length, 1);
      assert.match(sent[0], /rebuild=true/);
      await page.waitForFunction(
        (before) => {
          const pair = [...document.querySelectorAll(".pairs div")].find((one) =>
            one.textContent?.startsWith("Generation"),
          );
          return Number.parseInt(pair?.querySelector("dd")?.textContent ?? "", 10) !== before;
        },
        before,
      );
      await page.fill("#question", "check password");
      await page.locator(".hit", { hasText: "auth.rs" }).first().waitFor();
    });
  },

  async "a token that may only read rebuilds nothing, one of an administrator does"(it, { guarded, token, admin }) {
    for (const [tried, told] of [
      [token, /needs one with the scope admin/],
      [admin, /files indexed anew/],
    ]) {
      await withPage(it, `${guarded}#/index`, {}, async (page) => {
        await page.fill('input[name="token"]', tried);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Rebuild …" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Rebuild", exact: true }).click();
        await page.locator(".progress", { hasText: told }).waitFor();
      });
    }
  },

  async "while the first index is made, the page says how far it is, and that it is no fault"(it, { url }) {
    await withPage(it, url, {}, async (page) => {
      const making = { doing: "indexing", done: 30, total: 90 };
      const repository = { name: "slow", root: "/slow", generation: null, files: 0, indexing: making };
      await page.route("**/api/v1/events", (route) =>
        route.fulfill({ contentType: "text/event-stream", body: `event: repository\ndata: ${JSON.stringify(repository)}\n\n` }),
      );
      const refusal = { status: 503, title: "Not yet", detail: "the first index is being made" };
      await page.route("**/api/v1/search*", (route) =>
        route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify(refusal) }),
      );
      await page.goto(`${url}#/index`);
      await page.reload();
      await page.getByText("Reading files: 30 of 90").waitFor();
      assert.equal(await page.locator("progress").evaluate((bar) => bar.value / bar.max), 1 / 3);
      assert(await page.getByRole("button", { name: "Rebuild …" }).isDisabled());
      await page.fill("#question", "password");
      await page.locator(".note", { hasText: "Not yet: the first index is being made" }).waitFor();
      assert.equal(await page.locator(".problem").count(), 0);
      assert.deepEqual(await violations(it, page), []);
    });
  },
};
