// The list of tables open to anyone, kept up to date.
import { $, around, find } from "../lib/dom.js";

/** @import { OpenTables } from "../types.d.ts" */

// The site closes a connection after 90 s without a message, and a proxy may do so after 30 s.
const SAY_EVERY_MS = 20_000;
const RETRY_MS = 3000;
const list = $("open-tables");
const scheme = location.protocol === "https:" ? "wss" : "ws";
let socket = open();
setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("{}"), SAY_EVERY_MS);

function open() {
  const line = new WebSocket(`${scheme}://${location.host}/open-tables/live`);
  line.onmessage = event => show(JSON.parse(event.data));
  line.onclose = () => setTimeout(() => (socket = open()), RETRY_MS);
  return line;
}

/** @param {OpenTables} news */
function show({ said, html }) {
  if ($("said").textContent !== said) $("said").textContent = said;
  const focused = around(document.activeElement, "[data-table]", HTMLElement)?.dataset.table;
  list.innerHTML = html;
  if (focused) find(list, `[data-table="${focused}"] button`, HTMLButtonElement)?.focus();
}
