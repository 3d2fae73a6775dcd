/** Writes what the product says in words about collected queries: read the difference before you commit it. */
import { writeFileSync } from 'node:fs';
import { chosenWords, wordsFile } from '../support/corpus-words.ts';

writeFileSync(wordsFile, `${JSON.stringify(chosenWords(), undefined, 2)}\n`);
