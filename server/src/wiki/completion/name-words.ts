import words from '../../../catalogue/wiki/name-words.json' with { type: 'json' };

const wordSet = new Set(words);
const maxWordLength = Math.max(...words.map(word => word.length));

/** The words that make up a parameter's name, such as `filter redir` for `filterredir`; the whole name if they are not known. */
export const wordsOf = (name: string): readonly string[] =>
  name.split(/[-_]|(?<=[a-z])(?=[A-Z])/).flatMap(part => knownWords(part.toLowerCase()));

function knownWords(name: string): readonly string[] {
  const ends = wordEnds(name);
  const parts: string[] = [];
  for (let at = 0; at < name.length; at = ends[at]!) {
    if (ends[at] === undefined) return [name];
    parts.push(name.slice(at, ends[at]));
  }
  return parts;
}

/** For each offset: the end of the longest known word there, if the rest of the name is known words too; else `undefined`. */
function wordEnds(name: string): readonly (number | undefined)[] {
  const ends = Array.from<number | undefined>({ length: name.length + 1 });
  ends[name.length] = name.length;
  for (let start = name.length - 1; start >= 0; start--) {
    for (let end = start + 1; end <= Math.min(name.length, start + maxWordLength); end++) {
      if (ends[end] !== undefined && wordSet.has(name.slice(start, end))) ends[start] = end;
    }
  }
  return ends;
}
