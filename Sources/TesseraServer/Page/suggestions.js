// The list below the field: tokens that the text could become, and words that it could go on with.
import { byId, grouped, input, make } from "./dom.js";
import { state } from "./state.js";

const list = byId("list");
let suggestions = [], place = -1, isClosed = true;
let accept = () => {};

/// What is done with a suggestion that is clicked.
export const onAccept = (action) => { accept = action; };

const identity = ({ isWord, word, token }) => (isWord ? "word " : "token ") + (isWord ? word : token);

export const showSuggestions = ({ suggestedTokens = [], completions = [] }) => {
  // The selected one stays so while it is in the list.
  const kept = place >= 0 ? identity(suggestions[place]) : undefined;
  suggestions = [
    ...suggestedTokens.filter(({ token }) => !state.tokens.some((known) => known.token === token)),
    ...completions.map((word) => ({ ...word, isWord: true })),
  ];
  place = suggestions.findIndex((suggestion) => identity(suggestion) === kept);
  drawList();
};

export const drawList = () => {
  const isOpen = !isClosed && suggestions.length > 0 && document.activeElement === input;
  list.hidden = !isOpen;
  input.setAttribute("aria-expanded", String(isOpen));
  list.replaceChildren(...suggestions.map((suggestion, index) => {
    const line = make("li");
    line.id = "suggestion-" + index;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", String(index === place));
    if (!suggestion.isWord) line.append(make("span", "name", suggestion.field));
    line.append(make("span", "value", suggestion.isWord ? suggestion.word : suggestion.value));
    line.append(make("span", "count", grouped(suggestion.count)));
    // The focus stays in the text.
    line.onpointerdown = (event) => event.preventDefault();
    line.onmousedown = (event) => event.preventDefault();
    line.onclick = () => accept(suggestion);
    return line;
  }));
  if (isOpen && place >= 0) {
    input.setAttribute("aria-activedescendant", "suggestion-" + place);
    list.children[place].scrollIntoView({ block: "nearest" });
  } else {
    input.removeAttribute("aria-activedescendant");
  }
};

/// Whether the list is to be seen, as soon as there is something in it.
export const isListOpen = () => !isClosed;
export const isListSeen = () => !list.hidden;

/// Open: with the next answer. Nothing is selected.
export const openList = () => {
  isClosed = false;
  place = -1;
};

export const closeList = () => {
  isClosed = true;
  place = -1;
  drawList();
};

/// What was suggested is for another text.
export const emptyList = (opens) => {
  suggestions = [];
  place = -1;
  isClosed = !opens;
  drawList();
};

/// Through the list and a place where none is selected; a closed list opens, as if it were entered from there.
export const walkList = (step) => {
  if (isClosed) place = -1;
  isClosed = false;
  place = (place + 1 + step + suggestions.length + 1) % (suggestions.length + 1) - 1;
  drawList();
};

export const selectedSuggestion = () => (!isClosed && place >= 0 ? suggestions[place] : undefined);

/// The token that a typed text names exactly, in any case and with any dash; none while the list is closed.
export const namedToken = (text) => {
  const plain = (name) => name.toLowerCase().replaceAll("–", "-");
  return isClosed ? undefined : suggestions.find(({ isWord, token, field, value }) => !isWord
    && [value, `${field}:${value}`, token].some((name) => plain(name) === plain(text)));
};
