// The search field of the page: tokens as pills, the text behind them, suggestions, and what was found. Here is what
// changes them, and which event does.
import { ask, askSchema, isAsking, pageSize, schema } from "./asking.js";
import { byId, input, say } from "./dom.js";
import {
  onRemove, pillKey, selectAllPills, selectNoPill, selectedPills, showPills,
} from "./pills.js";
import { showResults } from "./results.js";
import { pushAddress, readAddress, replaceAddress, replaceAddressSoon, shown, state } from "./state.js";
import {
  closeList, drawList, emptyList, isListOpen, isListSeen, namedToken, onAccept, openList, selectedSuggestion,
  showSuggestions, walkList,
} from "./suggestions.js";
import { readList, writeList } from "./tokenList.js";

let isComposing = false;
/// Whether there was text before the last key.
let hadText = false;

// MARK: Asking

const askNow = () => ask((answer) => {
  takeNames(answer.tokens);
  showResults(answer, toggle);
  showSuggestions(answer);
});

/// The server says how tokens are written and shown; what it reads as one and the same becomes one.
const takeNames = (tokens) => {
  const before = state.tokens.map(({ token }) => token).join("\n");
  state.tokens = tokens;
  showPills();
  if (before !== tokens.map(({ token }) => token).join("\n")) replaceAddress();
};

// MARK: Changing

/// The text has changed, or the tokens in a way that is no step of its own.
const changed = () => {
  state.offset = 0;
  const hasText = input.value.trim() !== "";
  // Values for the empty text are none for what is typed now; suggestions for fewer letters stay until there are others.
  if (!hasText) closeList(); else if (hadText && isListOpen()) openList(); else emptyList(true);
  hadText = hasText;
  showPills();
  replaceAddressSoon();
  askNow();
};

/// A step of the history.
const settle = (spoken) => {
  state.offset = 0;
  selectNoPill();
  emptyList(input.value.trim() !== "");
  showPills();
  pushAddress();
  askNow();
  say(spoken);
};

/// Tokens behind the others, those that are there already left out, and the text that is left.
const commit = (tokens, text, place = state.tokens.length) => {
  // What was typed is a step to go back to.
  replaceAddress();
  const known = new Set(state.tokens.map(({ token }) => token));
  const added = tokens.filter(({ token }) => !known.has(token) && known.add(token));
  state.tokens.splice(place, 0, ...added.map(({ token, field, value }) => ({ token, field, value })));
  input.value = text;
  settle(added.length > 0 ? added.map(({ value }) => value + " added").join(", ") : "");
};

const remove = (from, through) => {
  replaceAddress();
  const removed = state.tokens.splice(from, through - from + 1);
  settle(removed.map(({ value }) => value + " removed").join(", "));
};

const toggle = (token) => {
  const place = state.tokens.findIndex((known) => known.token === token.token);
  if (place >= 0) remove(place, place);
  else commit([token], input.value);
};

const accept = (suggestion) => {
  if (suggestion.isWord) {
    input.value = suggestion.text;
    changed();
  } else {
    commit([suggestion], suggestion.text);
  }
  input.focus();
};

const submit = () => {
  if (isComposing) return;
  const selected = selectedSuggestion();
  if (selected) return accept(selected);
  const text = input.value.trim();
  if (text !== "") commit([namedToken(text) ?? shown(text)], "");
};

const cancel = () => {
  if (state.tokens.length === 0 && input.value === "") return;
  replaceAddress();
  state.tokens = [];
  input.value = "";
  settle("cleared");
};

const turn = (pages) => {
  state.offset = Math.max(0, state.offset + pages * pageSize);
  pushAddress();
  askNow();
  scrollTo(0, 0);
};

onRemove(remove);
onAccept(accept);

// MARK: Typing

input.addEventListener("compositionstart", () => { isComposing = true; });
input.addEventListener("compositionend", () => { isComposing = false; });

input.addEventListener("beforeinput", (event) => {
  // Typing takes the place of selected tokens.
  const pills = selectedPills();
  if (pills === null || !event.inputType.startsWith("insert")) return;
  state.tokens.splice(pills[0], pills[1] - pills[0] + 1);
  selectNoPill();
  if (input.selectionStart === input.selectionEnd) input.setSelectionRange(0, 0);
  pushAddress();
});
input.addEventListener("input", changed);

input.addEventListener("keydown", (event) => {
  // An input method's keys are its own; some browsers tell so only by the code.
  if (isComposing || event.isComposing || event.keyCode === 229) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "a" && state.tokens.length > 0) {
      event.preventDefault();
      input.select();
      selectAllPills();
    }
    return;
  }
  if (event.altKey) return;
  if (pillKey(event)) return event.preventDefault();
  switch (event.key) {
    case "ArrowDown": walkList(1); break;
    case "ArrowUp": walkList(-1); break;
    case "Tab": {
      const selected = selectedSuggestion();
      if (!selected || event.shiftKey) return;
      accept(selected);
      break;
    }
    case "Escape":
      // A list that is about to appear is closed too.
      if (isListSeen() || (isListOpen() && isAsking())) closeList(); else cancel();
      break;
    default: return;
  }
  event.preventDefault();
});

// MARK: Copying and pasting

const copy = (event) => {
  const pills = selectedPills();
  if (pills === null) return false;
  const text = input.value.slice(input.selectionStart, input.selectionEnd);
  event.clipboardData.setData("text/plain", writeList(state.tokens.slice(pills[0], pills[1] + 1), text));
  event.preventDefault();
  return true;
};

input.addEventListener("copy", copy);
input.addEventListener("cut", (event) => {
  if (!copy(event)) return;
  input.setRangeText("");
  remove(...selectedPills());
});
input.addEventListener("paste", (event) => {
  const pills = selectedPills();
  const { parts, rest } = readList(event.clipboardData.getData("text/plain"));
  if (parts.length === 0 && pills === null) return;
  event.preventDefault();
  if (pills !== null) state.tokens.splice(pills[0], pills[1] - pills[0] + 1);
  const { selectionStart: start, selectionEnd: end, value } = input;
  commit(parts.map(shown), value.slice(0, start) + rest + value.slice(end), pills?.[0]);
  input.setSelectionRange(start + rest.length, start + rest.length);
});

// MARK: Focus, pointer and the rest

input.addEventListener("focus", drawList);
input.addEventListener("blur", () => {
  selectNoPill();
  showPills();
  closeList();
});
input.addEventListener("pointerdown", () => {
  selectNoPill();
  showPills();
  if (document.activeElement === input || input.value !== "") { openList(); setTimeout(drawList); }
});

byId("field").addEventListener("click", (event) => {
  if (event.target === byId("field")) input.focus();
});
byId("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
byId("clear").addEventListener("click", () => { cancel(); input.focus(); });
byId("previous").addEventListener("click", () => turn(-1));
byId("next").addEventListener("click", () => turn(1));
byId("sort").addEventListener("change", () => {
  state.sort = byId("sort").value;
  state.offset = 0;
  pushAddress();
  askNow();
});
byId("filters").addEventListener("click", () => {
  const isOpen = byId("facets").classList.toggle("open");
  byId("filters").setAttribute("aria-expanded", String(isOpen));
});

addEventListener("popstate", () => {
  readAddress();
  byId("sort").value = state.sort;
  selectNoPill();
  emptyList(false);
  showPills();
  askNow();
});

// MARK: The beginning

const begin = async () => {
  try {
    await askSchema();
    for (const field of schema.numbers) {
      for (const [suffix, name] of [["", "ascending"], [":desc", "descending"]]) {
        byId("sort").append(new Option(`${field}, ${name}`, field + suffix));
      }
    }
  } catch {
    // The search says that the server is away.
  }
  byId("sort").value = state.sort;
  askNow();
};
readAddress();
showPills();
begin();
