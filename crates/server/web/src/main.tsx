// Where the page begins.

import { render } from "preact";
import { App } from "./app";
import { listenToKeys } from "./keys";
import { applyTheme } from "./parts/theme";
import { followLinks } from "./route";

applyTheme();
followLinks();
listenToKeys();
const place = document.getElementById("app");
if (place) render(<App />, place);
