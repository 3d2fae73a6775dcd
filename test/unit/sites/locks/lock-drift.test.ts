import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Difference, driftOf } from '../../../../server/src/sites/locks/lock-drift.ts';
import type { TrackerLock, WikiLock } from '../../../../server/src/sites/locks/lock-schema.ts';

const head = {
  format: 1,
  site: 's',
  url: 'https://s.example.org',
  software: 'S 1',
  time: '2026-01-01T00:00:00Z',
} as const;
const wiki = (modules: WikiLock['modules'], namespaces: WikiLock['namespaces'] = []): WikiLock => ({
  ...head,
  kind: 'wiki',
  modules,
  namespaces,
});
const tracker = (some: Partial<TrackerLock> = {}): TrackerLock => ({
  ...head,
  kind: 'tracker',
  deployment: 'Server',
  account: true,
  fields: [],
  fieldTypes: [],
  functions: [],
  reservedWords: [],
  ...some,
});
const words = ({ change, kind, name, from, to }: Difference): string =>
  `${change} ${kind} ${name}${from === undefined ? '' : `: ${from} → ${to ?? ''}`}`;
const module = (name: string, parameters: readonly object[] = [], more: object = {}) => ({
  path: `query+${name}`,
  name,
  parameters,
  ...more,
});
const field = (value: string, more: object = {}) => ({ value, operators: ['='], types: [], ...more });

describe('drift', () => {
  const one = module('a', [
    { name: 'p', type: ['x', 'y'] },
    { name: 'q', type: 'string' },
  ]);
  const cases: readonly (readonly [
    what: string,
    WikiLock | TrackerLock,
    WikiLock | TrackerLock,
    string[],
  ])[] = [
    ['none', wiki([one]), wiki([one]), []],
    ['another time', wiki([one]), { ...wiki([one]), time: '2026-02-01T00:00:00Z' }, []],
    ['another address of help', wiki([module('a', [], { helpurls: ['b'] })]), wiki([module('a')]), []],
    ['software', wiki([]), { ...wiki([]), software: 'S 2' }, ['changed software s: S 1 → S 2']],
    ['a module, with all that is in it', wiki([one]), wiki([]), ['removed module a']],
    ['a new module', wiki([]), wiki([one]), ['added module a']],
    [
      'a parameter, with its values',
      wiki([one]),
      wiki([module('a', [{ name: 'q', type: 'string' }])]),
      ['removed parameter a.p'],
    ],
    [
      'a value',
      wiki([one]),
      wiki([
        module('a', [
          { name: 'p', type: ['x', 'z'] },
          { name: 'q', type: 'string' },
        ]),
      ]),
      ['removed value a.p=y', 'added value a.p=z'],
    ],
    [
      'a deprecation',
      wiki([one]),
      wiki([
        module('a', [
          { name: 'p', type: ['x', 'y'], deprecatedvalues: ['y'] },
          { name: 'q', type: 'string', deprecated: true },
        ]),
      ]),
      [
        'changed value a.p=y: deprecated false → deprecated true',
        'changed parameter a.q: deprecated – → deprecated true',
      ],
    ],
    [
      'a namespace',
      wiki([], [{ id: 4, names: ['A'] }]),
      wiki([], [{ id: 4, names: ['B', 'A'] }]),
      ['changed namespace 4: “A” → “B”, “A”'],
    ],
    [
      'a field',
      tracker({ fields: [field('a')] }),
      tracker({ fields: [field('b')] }),
      ['removed field a', 'added field b'],
    ],
    [
      'a renamed custom field',
      tracker({ fields: [field('A', { cfid: 'cf[1]' })] }),
      tracker({ fields: [field('B', { cfid: 'cf[1]' })] }),
      ['changed field B: value "A" → value "B"'],
    ],
    [
      'operators',
      tracker({ fields: [field('a')] }),
      tracker({ fields: [{ ...field('a'), operators: ['=', '~'] }] }),
      ['changed field a: operators ["="] → operators ["=","~"]'],
    ],
    [
      'a renamed status',
      tracker({ statuses: [{ id: '1', name: 'A' }] }),
      tracker({ statuses: [{ id: '1', name: 'B' }] }),
      ['changed status B: “A” → “B”'],
    ],
    ['what one of them does not know', tracker(), tracker({ statuses: [{ id: '1', name: 'B' }] }), []],
    [
      'versions and projects',
      tracker({
        projects: [{ id: '1', key: 'A', name: 'x' }],
        versions: [{ id: '5', project: 'A', name: '1.0' }],
      }),
      tracker({
        projects: [{ id: '1', key: 'B', name: 'x' }],
        versions: [{ id: '5', project: 'A', name: '1.1' }],
      }),
      ['changed project B: key A → key B', 'changed version A 1.1: “1.0” → “1.1”'],
    ],
    [
      'names of prototypes',
      wiki([module('__proto__', [{ name: 'constructor', type: ['toString'] }])]),
      wiki([]),
      ['removed module __proto__'],
    ],
  ];
  for (const [what, old, current, expected] of cases)
    it(what, () => assert.deepEqual(driftOf(old, current).map(words), expected));
});
