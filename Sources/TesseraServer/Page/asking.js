// Asks the server for what the state says.
import { byId, input, main } from "./dom.js";
import { parameters, state } from "./state.js";

export const pageSize = 20;

/// Names of fields: of facets, and of numbers.
export let schema = { facets: [], numbers: [] };

export const askSchema = async () => {
  const found = await (await fetch("/schema")).json();
  const { facets = [], numbers = [] } = found.schema;
  schema = { facets, numbers };
};

let revision = 0, asking = null, waiting = 0, lastDuration = 0;

/// Asks for what the state says now, and hands the answer to `show`. An answer that comes late is dropped, and its
/// request ended; with a server that is slow, only the newest of the keystrokes within a moment is asked.
export const ask = (show) => {
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
  if (lastDuration < 100) send(revision, show);
  else waiting = setTimeout(send, Math.min(200, lastDuration / 4), revision, show);
};

export const isAsking = () => main.hasAttribute("aria-busy");

const send = async (asked, show) => {
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
