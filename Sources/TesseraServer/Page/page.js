"use strict";
// The search field of the page: tokens as pills, the text behind them, suggestions, and what was found.
//
// Whatever comes from the index is set as text, never as markup. The state is in the address: each commit of a token
// is a step of the browser's history, typing changes the current one.
(() => {
  const byId = (id) => document.getElementById(id);
  const input = byId("text"), pills = byId("pills"), list = byId("list"), main = byId("main");
  const pageSize = 20;

  /// A token is { token, field, value }: its text form, and what is shown of it.
  const state = { tokens: [], sort: "", offset: 0 };
  /// Of the pills: those from the smaller to the greater are selected; null when the caret is in the text.
  let selection = null;
  let suggestions = [], selected = -1, isClosed = true;
  /// Names of fields: of facets, of numbers, and those whose values stand beside a hit.
  let schema = { facets: [], numbers: [], shown: [] };
  let isComposing = false;

  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const say = (text) => { byId("spoken").textContent = text; };
  const grouped = (number) => number.toLocaleString("en");

  // MARK: The address

  const parameters = () => {
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

  let replacing = 0;
  const replaceAddress = () => {
    clearTimeout(replacing);
    replacing = 0;
    if (address() !== location.pathname + location.search) history.replaceState(null, "", address());
  };
  /// While typing: browsers take only so many changes of the address in a time.
  const replaceAddressSoon = () => {
    if (replacing === 0) replacing = setTimeout(replaceAddress, 150);
  };
  const pushAddress = () => {
    clearTimeout(replacing);
    replacing = 0;
    if (address() !== location.pathname + location.search) history.pushState(null, "", address());
  };

  const readAddress = () => {
    const given = new URLSearchParams(location.search);
    const texts = new Set(given.getAll("token").filter((text) => text.trim() !== ""));
    state.tokens = [...texts].map((token) => state.tokens.find((known) => known.token === token) ?? shown(token));
    state.sort = given.get("sort") ?? "";
    state.offset = Math.max(0, Number.parseInt(given.get("offset") ?? "0", 10) || 0);
    input.value = given.get("q") ?? "";
    selection = null;
  };

  // MARK: Asking

  let revision = 0, asking = null, waiting = 0, lastDuration = 0;

  /// Asks for what the state says now. An answer that comes late is dropped, and its request ended; with a server
  /// that is slow, only the newest of the keystrokes within a moment is asked.
  const ask = () => {
    revision += 1;
    if (asking) {
      // What is ended now has lasted so long at least.
      lastDuration = Math.max(lastDuration, performance.now() - asking.start);
      asking.control.abort();
      asking = null;
    }
    clearTimeout(waiting);
    main.setAttribute("aria-busy", "true");
    const words = [...state.tokens.map(({ value }) => value), input.value.trim()].filter((word) => word !== "");
    document.title = [...words, "Search"].join(" · ");
    if (lastDuration < 100) send(revision);
    else waiting = setTimeout(send, Math.min(200, lastDuration / 4), revision);
  };

  const send = async (asked) => {
    const query = parameters();
    query.set("limit", pageSize);
    query.set("suggestions", 10);
    query.set("highlight", true);
    const fields = schema.facets.slice(0, 16).map((name) => name.replaceAll(",", "\\,"));
    if (fields.length > 0) query.set("facets", fields.join(","));
    const control = new AbortController();
    const start = performance.now();
    asking = { control, start };
    let answer, problem = "";
    try {
      const response = await fetch("/search?" + query, { signal: control.signal });
      answer = await response.json();
      if (!response.ok) problem = answer.error?.detail ?? "The search failed.";
    } catch (error) {
      if (control.signal.aborted) return;
      problem = "The server does not answer.";
    }
    if (asked !== revision) return;
    asking = null;
    lastDuration = performance.now() - start;
    main.removeAttribute("aria-busy");
    byId("problem").textContent = problem;
    byId("problem").hidden = problem === "";
    if (problem === "") show(answer);
  };

  // MARK: Showing what was found

  const show = (answer) => {
    takeNames(answer.tokens);
    const { value, exact } = answer.total;
    byId("total").textContent =
      (exact ? "" : "at least ") + grouped(value) + (value === 1 ? " document" : " documents");
    byId("hits").replaceChildren(...answer.hits.map(hitElement));
    showFacets(answer.facets);
    showPages(answer);
    showSuggestions(answer);
  };

  /// The server says how tokens are written and shown; what it reads as one and the same becomes one.
  const takeNames = (tokens) => {
    const before = state.tokens.map(({ token }) => token).join("\n");
    state.tokens = tokens;
    showPills();
    if (before !== tokens.map(({ token }) => token).join("\n")) replaceAddress();
  };

  /// Of the pieces of a text, every second one is a matched word.
  const pieces = (tag, texts) => {
    const element = make(tag);
    texts.forEach((text, index) => element.append(index % 2 === 1 ? make("mark", "", text) : text));
    return element;
  };

  const hitElement = ({ id, title, snippet, document: found }) => {
    const element = make("li", "hit");
    element.append(title ? pieces("h2", title) : make("h2", "", id));
    const facts = schema.shown.map((path) => fact(found, path)).filter((text) => text !== "").slice(0, 5);
    if (facts.length > 0) element.append(make("p", "facts", facts.join(" · ")));
    if (snippet) element.append(pieces("p", snippet));
    return element;
  };

  /// The values at a dotted path, some of them, as text.
  const fact = (found, path) => {
    const values = [];
    const walk = (value, names) => {
      if (Array.isArray(value)) value.forEach((element) => walk(element, names));
      else if (value === null || value === undefined) return;
      else if (names.length === 0) { if (typeof value !== "object") values.push(String(value)); }
      else if (typeof value === "object") {
        const key = names.join(".");
        if (Object.hasOwn(value, key)) walk(value[key], []);
        else if (Object.hasOwn(value, names[0])) walk(value[names[0]], names.slice(1));
      }
    };
    walk(found, path.split("."));
    // A number alone says little.
    const name = schema.numbers.includes(path) && values.length > 0 ? path + " " : "";
    return name + values.slice(0, 3).join(", ") + (values.length > 3 ? ", …" : "");
  };

  const showFacets = (facets) => {
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

  const turn = (pages) => {
    state.offset = Math.max(0, state.offset + pages * pageSize);
    pushAddress();
    ask();
    scrollTo(0, 0);
  };

  // MARK: Suggestions

  const identity = ({ isWord, word, token }) => (isWord ? "word " : "token ") + (isWord ? word : token);

  const showSuggestions = ({ suggestedTokens = [], completions = [] }) => {
    // The selected one stays so while it is in the list.
    const kept = selected >= 0 ? identity(suggestions[selected]) : undefined;
    suggestions = [
      ...completions.map((word) => ({ ...word, isWord: true })),
      ...suggestedTokens.filter(({ token }) => !state.tokens.some((known) => known.token === token)),
    ];
    selected = suggestions.findIndex((suggestion) => identity(suggestion) === kept);
    drawList();
  };

  const drawList = () => {
    const isOpen = !isClosed && suggestions.length > 0 && document.activeElement === input;
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    list.replaceChildren(...suggestions.map((suggestion, index) => {
      const line = make("li");
      line.id = "suggestion-" + index;
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", String(index === selected));
      if (!suggestion.isWord) line.append(make("span", "name", suggestion.field));
      line.append(make("span", "value", suggestion.isWord ? suggestion.word : suggestion.value));
      line.append(make("span", "count", grouped(suggestion.count)));
      // The focus stays in the text.
      line.onpointerdown = (event) => event.preventDefault();
      line.onmousedown = (event) => event.preventDefault();
      line.onclick = () => accept(suggestion);
      return line;
    }));
    if (isOpen && selected >= 0) {
      input.setAttribute("aria-activedescendant", "suggestion-" + selected);
      list.children[selected].scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  /// Through the list and a place where none is selected; a closed list opens.
  const walkList = (step) => {
    if (isClosed) isClosed = false;
    else selected = (selected + 1 + step + suggestions.length + 1) % (suggestions.length + 1) - 1;
    drawList();
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

  /// The suggestion that a typed text names exactly, in any case.
  const named = (text) => {
    const lower = text.toLowerCase();
    return suggestions.find(({ isWord, token, field, value }) => !isWord
      && [value, `${field}:${value}`, token].some((name) => name.toLowerCase() === lower));
  };

  // MARK: Changing

  const shown = (token) => ({ token, value: token });

  /// The text has changed, or the tokens in a way that is no step of its own.
  const changed = () => {
    state.offset = 0;
    isClosed = false;
    selected = -1;
    drawPillsAndAddress(replaceAddressSoon);
  };

  const drawPillsAndAddress = (keepAddress) => {
    showPills();
    keepAddress();
    ask();
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

  const settle = (spoken) => {
    state.offset = 0;
    selection = null;
    isClosed = input.value === "";
    suggestions = [];
    selected = -1;
    drawList();
    drawPillsAndAddress(pushAddress);
    say(spoken);
  };

  const toggle = (token) => {
    const place = state.tokens.findIndex((known) => known.token === token.token);
    if (place >= 0) remove(place, place);
    else commit([token], input.value);
  };

  const submit = () => {
    if (isComposing) return;
    if (!isClosed && selected >= 0) return accept(suggestions[selected]);
    const text = input.value.trim();
    if (text === "") return;
    commit([(isClosed ? undefined : named(text)) ?? shown(text)], "");
  };

  const cancel = () => {
    if (state.tokens.length === 0 && input.value === "") return;
    replaceAddress();
    state.tokens = [];
    input.value = "";
    settle("cleared");
  };

  // MARK: Pills

  const bounds = () => [Math.min(selection.anchor, selection.head), Math.max(selection.anchor, selection.head)];

  const showPills = () => {
    const [from, through] = selection ? bounds() : [0, -1];
    pills.replaceChildren(...state.tokens.map(({ field, value }, index) => {
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
  const pillKey = (event) => {
    const last = state.tokens.length - 1;
    const { key, shiftKey } = event;
    if (selection === null) {
      if (last < 0 || !isCaretAtStart()) return false;
      if (key === "ArrowLeft") return select(last, last), true;
      if (key === "Backspace" && input.value === "") return select(last, last), true;
      return false;
    }
    const { anchor, head } = selection;
    // From several pills, a key first leads to the outermost of them.
    const step = anchor === head ? 1 : 0;
    switch (key) {
      case "ArrowLeft":
        if (shiftKey) select(anchor, Math.max(0, head - 1));
        else selectPill(Math.max(0, bounds()[0] - step));
        return true;
      case "ArrowRight":
        if (shiftKey) select(anchor, Math.min(last, head + 1));
        else if (bounds()[1] + step > last) selectText(0);
        else selectPill(bounds()[1] + step);
        return true;
      case "Home": return select(shiftKey ? anchor : 0, 0), true;
      case "End": return selectText(input.value.length), true;
      case "Backspace": case "Delete": {
        const [from, through] = bounds();
        if (input.selectionStart !== input.selectionEnd) input.setRangeText("");
        remove(from, through);
        return true;
      }
      default: return false;
    }
  };

  // MARK: Lists of tokens as text

  /// Parts that a comma, tab or new line outside of quotes ends, and what stands behind the last: as the library's
  /// own lists. A quote opens where a value may begin, and only if it is closed.
  const readList = (text) => {
    const parts = [];
    let start = 0, mayOpen = true;
    for (let place = 0; place < text.length; place += 1) {
      const sign = text[place];
      if (sign === '"' && mayOpen) {
        const quoted = /^"(?:[^"]|"")*"(?!")/.exec(text.slice(place));
        if (quoted) place += quoted[0].length - 1;
        mayOpen = false;
      } else if (/[,\t\n\r\u0085\u2028\u2029]/.test(sign)) {
        parts.push(text.slice(start, place).trim());
        start = place + 1;
        mayOpen = true;
      } else if (sign === "-") {
        mayOpen = text.slice(start, place).trim() === "";
      } else if (!/\s/.test(sign)) {
        mayOpen = /[:{|]/.test(sign);
      }
    }
    const rest = parts.length > 0 ? text.slice(start).trimStart() : text;
    return { parts: parts.filter((part) => !/^(?:"\s*")?$/.test(part)), rest };
  };

  const writeList = (tokens, text) => {
    const parts = tokens.map(({ token }) => {
      const { parts: read, rest } = readList(token + ",");
      const isWhole = read.length === 1 && read[0] === token && rest === "";
      return (isWhole ? token : `"${token.replaceAll('"', '""')}"`) + ",";
    });
    return [...parts, ...(text === "" ? [] : [text])].join(" ");
  };

  const copy = (event) => {
    if (selection === null) return false;
    const [from, through] = bounds();
    const text = input.value.slice(input.selectionStart, input.selectionEnd);
    event.clipboardData.setData("text/plain", writeList(state.tokens.slice(from, through + 1), text));
    event.preventDefault();
    return true;
  };

  const paste = (event) => {
    const { parts, rest } = readList(event.clipboardData.getData("text/plain"));
    if (parts.length === 0 && selection === null) return;
    event.preventDefault();
    let place = state.tokens.length;
    if (selection !== null) {
      const [from, through] = bounds();
      state.tokens.splice(from, through - from + 1);
      place = from;
    }
    const { selectionStart: start, selectionEnd: end, value } = input;
    commit(parts.map(shown), value.slice(0, start) + rest + value.slice(end), place);
    input.setSelectionRange(start + rest.length, start + rest.length);
  };

  // MARK: Events

  input.addEventListener("compositionstart", () => { isComposing = true; });
  input.addEventListener("compositionend", () => { isComposing = false; });

  input.addEventListener("beforeinput", (event) => {
    // Typing takes the place of selected tokens.
    if (selection === null || !event.inputType.startsWith("insert")) return;
    const [from, through] = bounds();
    state.tokens.splice(from, through - from + 1);
    selection = null;
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
        select(0, state.tokens.length - 1);
      }
      return;
    }
    if (event.altKey) return;
    if (pillKey(event)) return event.preventDefault();
    switch (event.key) {
      case "ArrowDown": walkList(1); break;
      case "ArrowUp": walkList(-1); break;
      case "Tab":
        if (isClosed || selected < 0 || event.shiftKey) return;
        accept(suggestions[selected]);
        break;
      case "Escape":
        // A list that is about to appear is closed too.
        if (!list.hidden || (!isClosed && main.hasAttribute("aria-busy"))) { isClosed = true; selected = -1; drawList(); } else cancel();
        break;
      default: return;
    }
    event.preventDefault();
  });

  input.addEventListener("copy", copy);
  input.addEventListener("cut", (event) => {
    if (!copy(event)) return;
    const [from, through] = bounds();
    input.setRangeText("");
    remove(from, through);
  });
  input.addEventListener("paste", paste);
  input.addEventListener("focus", () => { drawList(); });
  input.addEventListener("blur", () => {
    isClosed = true;
    selection = null;
    showPills();
    drawList();
  });
  input.addEventListener("pointerdown", () => {
    selection = null;
    showPills();
    if (document.activeElement === input || input.value !== "") { isClosed = false; setTimeout(drawList); }
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
    ask();
  });
  byId("filters").addEventListener("click", () => {
    const isOpen = byId("facets").classList.toggle("open");
    byId("filters").setAttribute("aria-expanded", String(isOpen));
  });

  const restore = () => {
    clearTimeout(replacing);
    replacing = 0;
    readAddress();
    byId("sort").value = state.sort;
    suggestions = [];
    isClosed = true;
    drawList();
    showPills();
    ask();
  };
  addEventListener("popstate", restore);

  // MARK: The beginning

  const begin = async () => {
    try {
      const found = await (await fetch("/schema")).json();
      const { facets = [], numbers = [] } = found.schema;
      const elsewhere = new Set([found.title, found.snippet, found.schema.key]);
      schema = {
        facets, numbers,
        // Numbers first, since they are short.
        shown: [...new Set([...numbers, ...facets])].filter((path) => !elsewhere.has(path)),
      };
      for (const field of numbers) {
        for (const [suffix, name] of [["", "ascending"], [":desc", "descending"]]) {
          byId("sort").append(new Option(`${field}, ${name}`, field + suffix));
        }
      }
    } catch {
      // The search says that the server is away.
    }
    byId("sort").value = state.sort;
    ask();
  };
  readAddress();
  showPills();
  begin();
})();
