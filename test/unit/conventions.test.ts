/** Conventions of the code that the linter has no rule for. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { globbed } from '../support/globbed.ts';
import { inRoot } from '../support/paths.ts';

const files = globbed('{client/src,client/webview,server/src,shared,test}/**/*.ts');

/** Members by TypeScript's keywords; only a constructor has no other way to be private. */
const keyword =
  /^\s*(?:(?:declare|static|readonly|abstract|override) )*(?:private|protected|public) (?!constructor\b)/gm;

test('there are files to look at', () => assert.ok(files.length > 400, String(files.length)));
test('members are private by #, not by a keyword', () =>
  assert.deepEqual(
    files.flatMap(file =>
      Array.from(
        readFileSync(inRoot(file), 'utf8').matchAll(keyword),
        ([found]) => `${file}: ${found.trim()}`,
      ),
    ),
    [],
  ));

test('messages to the user are shown by user-messages.ts, without the links that the editor would make', () =>
  assert.deepEqual(
    files.filter(
      file =>
        file.startsWith('client/src/') &&
        /\bwindow\s*\.\s*show(?:Error|Warning|Information)Message\b/.test(readFileSync(inRoot(file), 'utf8')),
    ),
    ['client/src/user-messages.ts'],
  ));
