import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterReport } from '../../../client/src/filters/filter-report.ts';
import type { JudgedFilter } from '#shared/protocol/sites/saved-filters.ts';

const filter = (id: string, ...problems: JudgedFilter['problems']): JudgedFilter => ({
  filter: {
    id,
    name: `Filter ${id}`,
    jql: `project = ${id}`,
    owner: 'Ada',
    group: 'own',
    isFavourite: false,
  },
  problems,
  isBroken: problems.some(({ severity }) => severity === 'error'),
});

test('a report counts the broken filters, and lists them before those with warnings', () => {
  const filters = [
    filter('1'),
    filter('2', { severity: 'warning', message: 'Never true.' }),
    filter('3', { severity: 'error', message: 'Unknown field.' }),
  ];
  const notice = { severity: 'error', code: 'http403', message: 'Not all were read.' } as const;
  assert.equal(
    filterReport('work', { filters, notices: [notice] }),
    [
      'The saved filters of “work”',
      'Broken filters: 1 of 3.',
      'Not all were read.',
      '',
      'Broken:',
      '',
      'Filter 3 (3), Ada',
      '  ✗ Unknown field.',
      '    project = 3',
      '',
      'With warnings:',
      '',
      'Filter 2 (2), Ada',
      '  ✗ Never true.',
      '    project = 2',
      '',
    ].join('\n'),
  );
});

test('a report of filters that are all fine says so', () =>
  assert.match(
    filterReport('work', { filters: [filter('1')], notices: [] }),
    /No broken filters \(1 checked\)/,
  ));
