// The form for a record: one that comes with the address, from another house, is filled in.
import { $ } from "../lib/dom.js";

const record = decodeURIComponent(location.hash.slice(1));
if (record) $("text", HTMLTextAreaElement).value = record;
