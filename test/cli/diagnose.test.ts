/** Diagnosing sites on the command line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { folderWith } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

describe('wikijql diagnose', () => {
  it('finds nothing wrong with the embedded sites, and signs in nowhere', async () => {
    using folder = siteFolder(sandbox, {});
    const { exit, out, error } = await folder.wikijql('diagnose', 'wiki');
    assert.equal(exit, 0, error);
    assert.match(out, /^✓ API +Answers: MediaWiki 1\.39\.17\.$/m);
    const environment = {
      WIKIJQL_WORK_URL: sandbox.tracker.url,
      WIKIJQL_WORK_USER: 'ada',
      WIKIJQL_WORK_PASSWORD: 'never sent',
    };
    const work = await folder.wikijqlWith({ environment }, 'diagnose', 'work');
    assert.equal(work.exit, 0, work.error);
    assert.match(work.out, /^✓ API +Answers: Jira 10\.3\.0/m);
    assert(!work.out.includes('never sent'));
    assert(sandbox.tracker.requests.every(({ headers }) => headers['authorization'] === undefined));
  });

  it('says what is wrong, and exits with 1', async () => {
    using folder = siteFolder(sandbox, {});
    const { exit, out } = await folder.wikijql('diagnose', 'gone');
    assert.equal(exit, 1);
    assert.match(out, /^✗ Connection +127\.0\.0\.1:1 refused the connection/m);
    const asJson = await folder.wikijql('diagnose', 'gone', '--output', 'json');
    const { steps }: { steps: readonly { step: string; outcome: string }[] } = JSON.parse(asJson.out);
    assert.deepEqual(
      steps.filter(({ outcome }) => outcome === 'failed').map(({ step }) => step),
      ['connection'],
    );
  });

  it('takes the address of a site that is not configured', async () => {
    using folder = folderWith({});
    const { exit, out, error } = await folder.wikijql('diagnose', sandbox.wiki.url);
    assert.equal(exit, 0, error);
    assert.match(out, /^✓ API +Answers: MediaWiki 1\.39\.17\.$/m);
  });

  it('needs one site that is configured', async () => {
    using folder = siteFolder(sandbox, {});
    assert.match((await folder.wikijql('diagnose')).error, /Name one site/);
    const unknown = await folder.wikijql('diagnose', 'nowhere');
    assert.equal(unknown.exit, 2);
    assert.match(unknown.error, /nowhere/);
  });
});
