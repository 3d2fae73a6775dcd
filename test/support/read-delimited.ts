/**
 * Reads delimited text as spreadsheets do: quotes count only at the start of a field, and the rest of a field after
 * the closing quote is literal.
 */
export function readDelimited(text: string, delimiter: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  let field = '';
  let state: 'start' | 'quoted' | 'literal' = 'start';
  const endField = (): void => {
    records.at(-1)?.push(field);
    field = '';
    state = 'start';
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (state === 'quoted') {
      if (character !== '"') field += character;
      else if (text[index + 1] === '"') field += text.charAt(++index);
      else state = 'literal';
    } else if (character === delimiter) endField();
    else if (character === '\r' || character === '\n') {
      if (character === '\r' && text[index + 1] === '\n') index++;
      endField();
      records.push([]);
    } else if (state === 'start' && character === '"') state = 'quoted';
    else {
      field += character;
      state = 'literal';
    }
  }
  endField();
  return records;
}
