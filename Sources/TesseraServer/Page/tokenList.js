// Lists of tokens as text, for copying and pasting: as the library's own lists.

/// Parts that a comma, tab or new line outside of quotes ends, and what stands behind the last. A quote opens where
/// a value may begin, and only if it is closed.
export const readList = (text) => {
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

export const writeList = (tokens, text) => {
  const parts = tokens.map(({ token }) => {
    const { parts: read, rest } = readList(token + ",");
    const isWhole = read.length === 1 && read[0] === token && rest === "";
    return (isWhole ? token : `"${token.replaceAll('"', '""')}"`) + ",";
  });
  return [...parts, ...(text === "" ? [] : [text])].join(" ");
};
