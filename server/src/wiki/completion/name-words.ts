import words from '../../../catalogue/wiki/name-words.json' with { type: 'json' };

const known = new Set(words);
const longest = Math.max(...words.map(word => word.length));

/** The words that a parameter's name is run together from, as `filter redir` for `filterredir`; the whole name where it falls into none. */
export function wordsOf(name: string): readonly string[] {
  const ends = wordEnds(name);
  const found: string[] = [];
  for (let at = 0; at < name.length; at = ends[at]!) {
    if (ends[at] === undefined) return [name];
    found.push(name.slice(at, ends[at]));
  }
  return found;
}

/** For every offset at which the rest of the name falls into words, where the longest first one ends. */
function wordEnds(name: string): readonly (number | undefined)[] {
  const ends = Array.from<number | undefined>({ length: name.length + 1 });
  ends[name.length] = name.length;
  for (let start = name.length - 1; start >= 0; start--) {
    for (let end = start + 1; end <= Math.min(name.length, start + longest); end++) {
      if (ends[end] !== undefined && known.has(name.slice(start, end))) ends[start] = end;
    }
  }
  return ends;
}
