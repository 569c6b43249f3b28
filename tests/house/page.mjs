// A page without a browser: holds views as the real one does, line by line for a test in Python.
import { createInterface } from "node:readline";
import { Holder } from "../../src/ludotheque/house/static/table/views.js";

let holder = null;

/** @type {Record<string, (given: any) => unknown>} */
const answers = {
  load: view => {
    holder = new Holder(view);
  },
  hear: message => {
    if (message.type === "steps") holder.takeSteps(message);
    else holder.takeWhole(message.view);
  },
  since: () => holder.since,
  view: () => holder.view,
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[name](given) ?? null)}\n`);
}
