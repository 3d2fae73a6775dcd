import assert from 'node:assert/strict';
import test from 'node:test';
import { CredentialChanges } from '../../../../server/src/network/session/credential-changes.ts';

const site = 'https://issues.example.org';
const enter = (
  epochs: CredentialChanges,
  version: string,
): ReturnType<typeof epochs.enter<{ version: string }>> => epochs.enter(site, async () => ({ version }));

test('what runs with former credentials is stopped', async () => {
  const epochs = new CredentialChanges();
  const first = await enter(epochs, '1');
  const other = await epochs.enter('https://other.example.org', async () => ({ version: '1' }));
  epochs.change(site, '2');
  assert.deepEqual([first.changed.aborted, other.changed.aborted], [true, false]);
  assert.ok(!(await enter(epochs, '2')).changed.aborted);
});

test('what begins while the credentials change begins with the new ones', async () => {
  const epochs = new CredentialChanges();
  const versions = ['1', '2'];
  const { identity, changed } = await epochs.enter(site, async () => {
    const version = versions.shift() ?? '';
    if (version === '1') epochs.change(site, '2');
    return { version };
  });
  assert.deepEqual([identity, changed.aborted], [{ version: '2' }, false]);
});

test('credentials from before can be used again, whichever window chose them', async () => {
  const epochs = new CredentialChanges();
  const first = await enter(epochs, '1');
  const second = await enter(epochs, '2');
  const third = await enter(epochs, '1');
  assert.deepEqual(
    [first, second, third].map(({ changed }) => changed.aborted),
    [true, true, false],
  );
});

test('what began with no credentials is not stopped twice', async () => {
  const epochs = new CredentialChanges();
  const { identity, changed } = await epochs.enter(site, async () => undefined);
  epochs.change(site, undefined);
  assert.deepEqual([identity, changed.aborted], [undefined, false]);
});
