/** The accounts at trackers: entered, switched between, signed out. The window shows once how all that is asked. */
import assert from 'node:assert/strict';
import type { HostTests } from './runner.ts';
import { basics, type Clerk, ended, runAt, withTrackers } from './trackers.ts';

/** Runs the query of a site, and answers as whom it was asked. */
const runAs = async (clerk: Clerk, site: string): Promise<string | undefined> => {
  await runAt(site);
  return clerk.at(site).requests.at(-1)?.account;
};

const signOutOf = async (clerk: Clerk, site: string, account: string, message: RegExp): Promise<void> => {
  const done = clerk.begin('signOut', site);
  await clerk.choose(/Choose the account to sign out/, account);
  await done;
  await clerk.leave(message);
};

export const accountTests: HostTests = {
  'accounts of one site are switched between without a login': withTrackers(['town'], async clerk => {
    await clerk.signIn('town', 'ada');
    assert.deepEqual(await clerk.accounts('town'), ['ada', 'Another account…', 'Sign out…']);
    await clerk.another('town', 'bruno');
    assert.equal(await runAs(clerk, 'town'), 'bruno');
    assert.deepEqual(await clerk.accounts('town'), ['ada', 'bruno', 'Another account…', 'Sign out…']);
    const done = clerk.begin('switchAccount', 'town');
    await clerk.choose(/Choose the account to use/, 'ada');
    assert.equal(await done, true);
    assert.deepEqual([await runAs(clerk, 'town'), basics(clerk.at('town'))], ['ada', 2]);
  }),

  'accounts of one site are signed out one by one: another one than that in use': withTrackers(
    ['town'],
    async clerk => {
      await clerk.signIn('town', 'bruno');
      await clerk.another('town', 'ada');
      await signOutOf(clerk, 'town', 'bruno', /Signed bruno out of “town”/);
      assert.deepEqual([ended(clerk.at('town')), await runAs(clerk, 'town')], [['bruno'], 'ada']);
      assert.deepEqual(await clerk.accounts('town'), ['ada', 'Another account…', 'Sign out…']);
    },
  ),

  'accounts that are kept are offered by Sign In once the one in use is signed out': withTrackers(
    ['town'],
    async clerk => {
      await clerk.signIn('town', 'ada');
      await clerk.another('town', 'bruno');
      await signOutOf(clerk, 'town', 'bruno', /Signed out of “town”/);
      const done = clerk.begin('signIn', 'town');
      await clerk.choose(/Choose the account to use/, 'ada');
      assert.equal(await done, true);
      assert.deepEqual([basics(clerk.at('town')), ended(clerk.at('town'))], [2, ['bruno']]);
    },
  ),

  'accounts of one site are all signed out at once, and the other site goes on': withTrackers(
    ['town', 'harbour'],
    async clerk => {
      await clerk.signIn('town', 'ada');
      await clerk.another('town', 'bruno');
      await clerk.signIn('harbour', 'chiara');
      await signOutOf(clerk, 'town', 'All accounts', /Signed ada out of “town”\. Signed out of “town”/);
      assert.deepEqual(ended(clerk.at('town')), ['ada', 'bruno']);
      assert.deepEqual([await runAs(clerk, 'town'), await runAs(clerk, 'harbour')], [undefined, 'chiara']);
      assert.deepEqual([ended(clerk.at('harbour')), basics(clerk.at('harbour'))], [[], 1]);
    },
  ),
};
