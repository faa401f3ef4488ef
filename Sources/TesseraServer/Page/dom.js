// What every part of the page needs of its document. Text of the index is set as text, never as markup.

export const byId = (id) => document.getElementById(id);
export const input = byId("text"), main = byId("main");

export const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

/// To those who listen to the page.
export const say = (text) => { byId("spoken").textContent = text; };

export const grouped = (number) => number.toLocaleString("en");
