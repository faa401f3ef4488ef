// What is searched for, and the address that says the same: each commit of a token is a step of the browser's
// history, typing changes the current one.
import { input } from "./dom.js";

/// A token is { token, field, value }: its text form, and what is shown of it. The text is the input's own.
export const state = { tokens: [], sort: "", offset: 0 };

/// A token of which only the text form is known; the next answer tells the rest.
export const shown = (token) => ({ token, value: token });

export const parameters = () => {
  const found = new URLSearchParams();
  for (const { token } of state.tokens) found.append("token", token);
  if (input.value !== "") found.set("q", input.value);
  if (state.sort !== "") found.set("sort", state.sort);
  if (state.offset > 0) found.set("offset", state.offset);
  return found;
};

const address = () => {
  const text = parameters().toString();
  return text === "" ? "/" : "/?" + text;
};

const isNews = () => address() !== location.pathname + location.search;

let replacing = 0;
const forgetReplacing = () => {
  clearTimeout(replacing);
  replacing = 0;
};

export const replaceAddress = () => {
  forgetReplacing();
  if (isNews()) history.replaceState(null, "", address());
};

/// While typing: browsers take only so many changes of the address in a time.
export const replaceAddressSoon = () => {
  if (replacing === 0) replacing = setTimeout(replaceAddress, 150);
};

export const pushAddress = () => {
  forgetReplacing();
  if (isNews()) history.pushState(null, "", address());
};

export const readAddress = () => {
  forgetReplacing();
  const given = new URLSearchParams(location.search);
  const texts = new Set(given.getAll("token").filter((text) => text.trim() !== ""));
  state.tokens = [...texts].map((token) => state.tokens.find((known) => known.token === token) ?? shown(token));
  state.sort = given.get("sort") ?? "";
  state.offset = Math.max(0, Number.parseInt(given.get("offset") ?? "0", 10) || 0);
  input.value = given.get("q") ?? "";
};
