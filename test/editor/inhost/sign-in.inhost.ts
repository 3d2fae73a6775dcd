/** How signing in ends at a tracker: refused, answered by nothing, challenged. The window shows once how each looks. */
import assert from 'node:assert/strict';
import type { HostTests } from './runner.ts';
import { basics, type Clerk, ended, password, runAt, withTrackers } from './trackers.ts';

const lost = /The sign-in of ada to “town” .* was sent, but there was no clear response/;
const refused = /failed for bruno: wrong user name or password/;
const challenge = /requires bruno to solve a CAPTCHA/;

/** The messages of the notices of a run at the site. */
const noticesOf = async (site: string): Promise<string> =>
  (await runAt(site)).notices.map(({ message }) => message).join('\n');

/** Begins to sign in, and loses the answer. */
const loseAnswer = async (clerk: Clerk): Promise<void> => {
  const town = clerk.at('town');
  town.fail({ kind: 'drop' }, { sent: 'basic' });
  const done = clerk.begin('signIn', 'town');
  await clerk.enter(password('ada', town.account('ada').password));
  const { labels } = await clerk.leave(lost);
  assert.deepEqual(labels, ['Send Again', 'Enter Credentials Again']);
  assert.equal(await done, false);
};

/** Tries to sign in with a password that the tracker does not take. */
const tryWrong = async (clerk: Clerk, secret: string, message: RegExp): Promise<void> => {
  const done = clerk.begin('signIn', 'town');
  await clerk.enter(password('bruno', secret));
  await clerk.leave(message);
  assert.equal(await done, false);
};

export const signInTests: HostTests = {
  'a session is ended at the tracker by signing out, and runs are anonymous again': withTrackers(
    ['town'],
    async clerk => {
      const town = clerk.at('town');
      await clerk.signIn('town', 'ada');
      await runAt('town');
      assert.deepEqual([basics(town), town.requests.at(-1)?.account], [1, 'ada']);
      await clerk.begin('signOut', 'town');
      await clerk.leave(/Not signed in/);
      const { path, status } = town.requests.findLast(({ method }) => method === 'DELETE') ?? {};
      assert.deepEqual([path, status, ended(town)], ['/rest/auth/1/session', 204, ['ada']]);
      await runAt('town');
      assert.deepEqual([basics(town), town.requests.at(-1)?.sent], [1, []]);
    },
  ),

  'a wrong password is sent once, and not again by runs': withTrackers(['town'], async clerk => {
    await tryWrong(clerk, 'wrong one', refused);
    assert.equal(clerk.at('town').account('bruno').counts.basicFailed, 1);
    assert.match(await noticesOf('town'), refused);
    assert.equal(clerk.at('town').account('bruno').counts.basic, 1);
  }),

  'an account that has to log in by the browser gets the page of the tracker, and is asked for credentials again':
    withTrackers(['town'], async clerk => {
      const town = clerk.at('town');
      for (const wrong of ['wrong one', 'wrong two', 'wrong three'])
        await tryWrong(clerk, wrong, /wrong user name or password|requires bruno to solve a CAPTCHA/);
      await tryWrong(clerk, 'lock gate three', challenge);
      const { basic } = town.account('bruno').counts;
      assert.match(await noticesOf('town'), challenge);
      assert.equal(town.account('bruno').counts.basic, basic);
      const done = clerk.begin('signIn', 'town');
      await clerk.enter(password('bruno', 'lock gate three'));
      await clerk.choose(challenge, 'Sign In with Browser');
      await clerk.asked(/After signing in with the browser, enter your credentials again/);
      assert.deepEqual(clerk.opened, [`${town.url}/login.jsp`]);
      town.unlock('bruno');
      const before = town.account('bruno').counts.basic;
      await clerk.choose(/After signing in with the browser/, 'Enter Credentials Again');
      await clerk.enter(password('bruno', 'lock gate three'));
      await clerk.leave(/Signed in to “town” as bruno/);
      assert.equal(await done, true);
      assert.equal(town.account('bruno').counts.basic, before + 1);
    }),

  'a login without an answer is not repeated by runs': withTrackers(['town'], async clerk => {
    const town = clerk.at('town');
    await loseAnswer(clerk);
    assert.match(await noticesOf('town'), lost);
    assert.deepEqual([basics(town), town.requests.length], [1, 1]);
  }),

  'a login without an answer is repeated by Sign In and by switching only after another question':
    withTrackers(['town'], async clerk => {
      const town = clerk.at('town');
      await loseAnswer(clerk);
      const again = clerk.begin('signIn', 'town');
      assert.ok((await clerk.leave(lost)).isModal);
      assert.equal(await again, false);
      const switching = clerk.begin('switchAccount', 'town');
      await clerk.choose(/Choose the account to use/, 'ada');
      assert.ok((await clerk.leave(lost)).isModal);
      assert.equal(await switching, false);
      assert.equal(basics(town), 1);
      const sent = clerk.begin('signIn', 'town');
      await clerk.choose(lost, 'Send Again');
      await clerk.leave(/Signed in to “town” as ada/);
      assert.equal(await sent, true);
      assert.equal((await runAt('town')).rows, 5);
      assert.deepEqual([basics(town), town.requests.at(-1)?.account], [2, 'ada']);
    }),

  'a login without an answer leaves the way to other credentials open': withTrackers(
    ['town'],
    async clerk => {
      const town = clerk.at('town');
      await clerk.signIn('town', 'ada');
      await runAt('town');
      town.endSessions();
      town.fail({ kind: 'drop' }, { sent: 'basic' });
      assert.match(await noticesOf('town'), lost);
      const done = clerk.begin('signIn', 'town');
      await clerk.choose(lost, 'Enter Credentials Again');
      await clerk.enter(password('ada', town.account('ada').password));
      await clerk.leave(/Signed in to “town” as ada/);
      assert.equal(await done, true);
      assert.equal(basics(town), 3);
    },
  ),
};
