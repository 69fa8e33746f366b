// Modules of static/ without a browser: each loads as a data: address, for nothing says there that its files are modules.
import fs from "node:fs";

/** The address of a module, with the addresses of those that it imports. @param {string} name */
const address = (name) => {
  const source = fs.readFileSync(new URL(`../../static/${name}`, import.meta.url), "utf8");
  const whole = source.replace(/from "\.\/([\w-]+\.js)"/g, (_, other) => `from "${address(other)}"`);
  return `data:text/javascript,${encodeURIComponent(whole)}`;
};

/** Loads a module of static/. @param {string} name */
export const load = (name) => import(address(name));
