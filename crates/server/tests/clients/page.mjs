// The web page in a real Chromium, against `quarry serve`.
//
// Called by crates/cli/tests/page.rs with a JSON object: the addresses of servers, the root of the repository, a token,
// and the folder of the packages. Exits with 0 if all is as it should be; an assertion says what is not.

import { launch } from "./page/browser.mjs";
import { CHECKS as OF_AROUND } from "./page/around.mjs";
import { CHECKS as OF_READERS } from "./page/checks.mjs";
import { CHECKS as OF_INDEXING } from "./page/indexing.mjs";

const places = JSON.parse(process.argv[2]);
const it = await launch(places.packages);
try {
  for (const [name, check] of Object.entries({ ...OF_READERS, ...OF_AROUND, ...OF_INDEXING })) {
    if (places.only && !name.includes(places.only)) continue;
    const began = performance.now();
    try {
      await check(it, places);
    } catch (error) {
      error.message = `${name}: ${error.message}`;
      throw error;
    }
    console.log(`ok  ${name}  ${Math.round(performance.now() - began)} ms`);
  }
} finally {
  await it.browser.close();
}
