const letters = /[\w.:\-\u0080-\uffff]/;
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (letters.test(character)) return 1;
  return /\s/.test(character) ? 2 : 3;
});

/** A lexer that does nothing else: the number of runs of letters of one class, signs each for itself. */
export function countRuns(text: string): number {
  let runs = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? classes[code]! : 1;
    if (kind !== last || kind === 3) runs++;
    last = kind;
  }
  return runs;
}
