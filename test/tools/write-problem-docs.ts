/** Writes docs/problems from the pages in server/catalogue/problems: `npm run problems:write`. */
import { writeFileSync } from 'node:fs';
import { problemDocs } from '../support/problem-docs.ts';
import { inRoot } from '../support/paths.ts';

for (const [file, text] of problemDocs()) writeFileSync(inRoot('docs/problems', file), text);
