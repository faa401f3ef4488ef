// The tokens before the text, of which some may be selected.
import { byId, input, make, say } from "./dom.js";
import { state } from "./state.js";

/// Those from the smaller to the greater are selected; null when the caret is in the text.
let selection = null;
let remove = () => {};

/// What is done with pills that are to go: those of two places and between them.
export const onRemove = (action) => { remove = action; };

/// The first and the last place of what is selected; null without.
export const selectedPills = () =>
  selection && [Math.min(selection.anchor, selection.head), Math.max(selection.anchor, selection.head)];

export const selectNoPill = () => { selection = null; };

export const selectAllPills = () => select(0, state.tokens.length - 1);

export const showPills = () => {
  const [from, through] = selectedPills() ?? [0, -1];
  byId("pills").replaceChildren(...state.tokens.map(({ field, value }, index) => {
    const pill = make("li", index >= from && index <= through ? "pill chosen" : "pill");
    const label = make("span");
    if (field) label.append(make("b", "", field + " "));
    label.append(value);
    const button = make("button", "", "×");
    button.type = "button";
    button.tabIndex = -1;
    button.setAttribute("aria-label", "Remove " + (field ? field + " " : "") + value);
    button.onclick = (event) => { event.stopPropagation(); remove(index, index); input.focus(); };
    pill.append(label, button);
    pill.onmousedown = (event) => event.preventDefault();
    pill.onclick = (event) => {
      event.stopPropagation();
      select(event.shiftKey && selection ? selection.anchor : index, index);
      input.focus();
    };
    return pill;
  }));
  input.classList.toggle("quiet", selection !== null);
  input.placeholder = state.tokens.length > 0 ? "" : "Search";
  byId("clear").hidden = state.tokens.length === 0 && input.value === "";
};

const select = (anchor, head) => {
  selection = { anchor, head };
  showPills();
  const { field, value } = state.tokens[head];
  say((field ? field + " " : "") + value + " selected");
};

const selectPill = (index) => select(index, index);

const selectText = (start, end = start) => {
  selection = null;
  input.setSelectionRange(start, end);
  showPills();
};

const isCaretAtStart = () => input.selectionStart === 0 && input.selectionEnd === 0;

/// Keys that concern pills; true where the key is used up.
export const pillKey = (event) => {
  const last = state.tokens.length - 1;
  const { key, shiftKey } = event;
  if (selection === null) {
    if (last < 0 || !isCaretAtStart()) return false;
    if (key === "ArrowLeft") return selectPill(last), true;
    if (key === "Backspace" && input.value === "") return selectPill(last), true;
    return false;
  }
  const { anchor, head } = selection;
  const [from, through] = selectedPills();
  // From several pills, a key first leads to the outermost of them.
  const step = anchor === head ? 1 : 0;
  switch (key) {
    case "ArrowLeft":
      if (shiftKey) select(anchor, Math.max(0, head - 1));
      else selectPill(Math.max(0, from - step));
      return true;
    case "ArrowRight":
      if (shiftKey) select(anchor, Math.min(last, head + 1));
      else if (through + step > last) selectText(0);
      else selectPill(through + step);
      return true;
    case "Home": return select(shiftKey ? anchor : 0, 0), true;
    case "End": return selectText(input.value.length), true;
    case "Backspace": case "Delete":
      if (input.selectionStart !== input.selectionEnd) input.setRangeText("");
      remove(from, through);
      return true;
    default: return false;
  }
};
