import assert from 'node:assert/strict';
import test from 'node:test';
import { advancedValue, type Inspectable, languageValue, userValue } from '../../../client/src/user-value.ts';

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

type Values = Readonly<Record<string, object>>;

/** A configuration in which the settings have values on their levels; without a default, as of the tables. */
const configurationOf = (values: Values): Parameters<typeof languageValue>[0] => ({
  inspect: key => values[key],
  get: (key, unset) => ({ value: unset, ...values[key] }).value,
});

const ofUser: readonly [says: string, values: Values, rows: number][] = [
  [
    'the table’s',
    { advanced: { globalValue: { agentRows: 7 } }, 'agents.maximumRows': { globalValue: 5 } },
    7,
  ],
  ['the earlier setting’s', { advanced: { globalValue: {} }, 'agents.maximumRows': { globalValue: 5 } }, 5],
  ['not a folder’s table', { advanced: { workspaceValue: { agentRows: 7 } } }, 100],
  ['not one of another type', { advanced: { globalValue: { agentRows: 'all' } } }, 100],
];
for (const [says, values, rows] of ofUser)
  test(`a member of the table of the user is ${says}`, () =>
    assert.equal(advancedValue(configurationOf(values), 'agentRows', 100), rows));

const ofLanguage: readonly [says: string, values: Values, profile: string][] = [
  [
    'the workspace’s',
    { language: { globalValue: { profile: 'user' }, workspaceValue: { profile: 'folder' } } },
    'folder',
  ],
  [
    'the user’s, beside another one of the workspace',
    { language: { globalValue: { profile: 'user' }, workspaceValue: {} } },
    'user',
  ],
  [
    'the earlier setting’s',
    { language: { defaultValue: { profile: '' } }, profile: { value: 'earlier' } },
    'earlier',
  ],
  ['unset', {}, 'unset'],
];
for (const [says, values, profile] of ofLanguage)
  test(`a member of the table of the language is ${says}`, () =>
    assert.equal(languageValue(configurationOf(values), 'profile', 'unset'), profile));
