import assert from 'node:assert/strict';
import test from 'node:test';
import { type Inspectable, userValue } from '../../../client/src/user-value.ts';

const cases: readonly [says: string, values: object | undefined, value: string][] = [
  ['the user’s', { globalValue: 'user', defaultValue: 'usual' }, 'user'],
  [
    'not the folder’s',
    { workspaceValue: 'folder', workspaceFolderValue: 'folder', globalValue: 'user' },
    'user',
  ],
  ['the default, not the folder’s', { workspaceValue: 'folder', defaultValue: 'usual' }, 'usual'],
  ['an empty one of the user', { workspaceValue: 'folder', globalValue: '', defaultValue: 'usual' }, ''],
  ['unset without any of them', { workspaceValue: 'folder' }, 'unset'],
  ['unset where the editor does not know it', undefined, 'unset'],
];
for (const [says, values, value] of cases)
  test(`the value of a setting of the machine is ${says}`, () => {
    const configuration: Inspectable = { inspect: () => values };
    assert.equal(userValue(configuration, 'http.proxy', 'unset'), value);
  });
