// What was found: documents, counts of facets to click, and pages.
import { byId, grouped, input, make } from "./dom.js";
import { state } from "./state.js";

/// - toggle: what a click on a value of a facet does.
export const showResults = (answer, toggle) => {
  const { value, exact } = answer.total;
  byId("total").textContent =
    (exact ? "" : "at least ") + grouped(value) + (value === 1 ? " document" : " documents");
  byId("nothing").hidden = value > 0;
  byId("nothing").textContent = state.tokens.length === 0 && input.value.trim() === ""
    ? "The index is empty." : "Nothing has all of this. Backspace takes it back.";
  byId("hits").replaceChildren(...answer.hits.map(hitElement));
  showFacets(answer.facets, toggle);
  showPages(answer);
};

/// Of the pieces of a text, every second one is a matched word.
const pieces = (tag, texts) => {
  const element = make(tag);
  texts.forEach((text, index) => element.append(index % 2 === 1 ? make("mark", "", text) : text));
  return element;
};

const hitElement = ({ id, title, snippet, values = [] }) => {
  const element = make("li", "hit");
  element.append(title ? pieces("h2", title) : make("h2", "", id));
  if (values.length > 0) element.append(make("p", "facts", values.slice(0, 5).join(" · ")));
  if (snippet) element.append(pieces("p", snippet));
  return element;
};

const showFacets = (facets, toggle) => {
  const focused = document.activeElement?.dataset?.token;
  const parts = [];
  for (const [field, counts] of Object.entries(facets)) {
    if (counts.length === 0) continue;
    const rows = make("ul");
    rows.append(...counts.map(({ value, count, token }) => {
      const button = make("button");
      button.type = "button";
      button.dataset.token = token;
      button.setAttribute("aria-pressed", String(state.tokens.some((known) => known.token === token)));
      button.append(make("span", "value", value), make("span", "count", grouped(count)));
      button.onclick = () => toggle({ token, field, value });
      const row = make("li");
      row.append(button);
      return row;
    }));
    parts.push(make("h2", "", field), rows);
  }
  byId("facets").replaceChildren(...parts);
  // The buttons are new ones: whoever walks them by keyboard stays where they were.
  if (focused !== undefined) {
    [...byId("facets").querySelectorAll("button")].find((button) => button.dataset.token === focused)?.focus();
  }
};

const showPages = ({ total, hits }) => {
  const last = state.offset + hits.length;
  byId("pages").hidden = state.offset === 0 && last >= total.value;
  byId("range").textContent = hits.length > 0 ? `${grouped(state.offset + 1)}–${grouped(last)}` : "";
  byId("previous").disabled = state.offset === 0;
  byId("next").disabled = last >= total.value || last > 10000;
};
