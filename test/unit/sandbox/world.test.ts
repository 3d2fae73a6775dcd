import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { latest } from '../../sandbox/world/tables.ts';
import { fullTitle, localTitle } from '../../sandbox/world/titles.ts';
import { buildWorld } from '../../sandbox/world/world.ts';

const now = Date.UTC(2025, 5, 1);
const world = buildWorld(now);
const pageNamed = (name: string) => world.page(localTitle(name));

const inOrder = (times: readonly number[]): boolean =>
  times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));

describe('the sandbox wiki', () => {
  it('is the same every time', () => {
    const names = (other: typeof world) =>
      other.revisions.map(({ page, comment, time }) => [fullTitle(page.title), comment, time]);
    assert.deepEqual(names(buildWorld(now)), names(world));
  });
  it('has a few hundred pages and more than ten thousand changes', () =>
    assert(world.pages.length > 400 && world.changes.length > 10_000));
  it('lies in the past', () => assert([...world.revisions, ...world.log].every(({ time }) => time < now)));
  it('grows older', () =>
    assert(
      inOrder(world.revisions.map(({ time }) => time)) && inOrder(world.changes.map(({ time }) => time)),
    ));
  it('knows the sizes of its texts', () => {
    for (const page of world.pages)
      assert.equal(latest(page).size, Buffer.byteLength(latest(page).text()), fullTitle(page.title));
  });
  it('names every page once', () =>
    assert.equal(new Set(world.pages.map(({ title }) => fullTitle(title))).size, world.pages.length));
  it('has chains and broken ends of redirects', () => {
    const targets = world.tables.redirects.map(({ title }) => fullTitle(title));
    assert(targets.includes('Palm house') && targets.some(target => !pageNamed(target)));
  });
  it('has files with the same bytes', () =>
    assert.equal(
      pageNamed('File:Tower.jpg')?.versions[0]?.seed,
      pageNamed('File:Bell Tower.jpg')?.versions[0]?.seed,
    ));
  it('has titles that no wiki would allow', () =>
    assert(world.pages.some(({ title }) => title.text.includes('<script>'))));
});
