// The form that opens a record: fills in the record that the pocket passes in the address.
import { $ } from "../lib/dom.js";

const record = decodeURIComponent(location.hash.slice(1));
if (record) $("text", HTMLTextAreaElement).value = record;
