/** The language as the server has it: every feature of one query, with the catalogue of its site. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import type { QueryView } from '../../../server/src/query-file/language/language-service.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { context } from '../../support/jql.ts';
import { edited } from '../../support/jql-problems.ts';

const language = createLanguages().get('jql')!;
const { service, syntax, wording, runner } = language;

/** The views of a file's queries. */
function viewsOf(text: string): QueryView[] {
  const { blocks, header } = new QueryDocument('file:///a.jql', 'jql', 1, text, syntax);
  return blocks.map(block => ({ block, scope: new Scope(block, header) }));
}
const only = (text: string): QueryView => viewsOf(text)[0]!;
const codes = (view: QueryView): string[] => service.problems(view, context).map(({ code }) => code);

const file = `# @site bugs
@team = membersOf("crew")

### Ours
assignee in {{team}} AND status = "Open" // all of them
ORDER BY created

### "not
summary ~ "### no query
at all" AND asignee = anna
`;

const severe = 'Severity > 1';

describe('the language', () => {
  it('reads a file of several queries, with variables of the header', () => {
    const views = viewsOf(file);
    assert.deepEqual(views.map(codes), [[], [], ['unknown-field']]);
  });

  it('says what is wrong with variables and directives', () => {
    assert.deepEqual(codes(only('# @sitee bugs\nstatus = {{nothing}}')), [
      'unknown-directive',
      'undefined-variable',
    ]);
  });

  it('mends a query', () => {
    const text = 'asignee = anna';
    const view = only(text);
    const [problem] = service.problems(view, context);
    const [fix] = service.fixes(view, problem!, context);
    assert.equal(edited(text, fix!.edits), 'assignee = anna');
    assert.equal(wording(fix!.title, fix!.arguments), 'Change “asignee” to “assignee”');
  });

  const linked: readonly (readonly [query: string, ...keys: string[]])[] = [
    ['key = A-1', 'A-1'],
    ['key = ops-12', 'OPS-12'],
    ['parent in (ABC-0, AB_C2-1)', 'AB_C2-1'],
    ['issue in linkedIssues(demo-3)', 'DEMO-3'],
    ['labels in (utf-8, DEMO-12)', 'DEMO-12'],
    ['summary ~ "DEMO-12"'],
  ];
  for (const [query, ...keys] of linked)
    it(`links the issues of ${query}`, () =>
      assert.deepEqual(
        service.links(only(query), context).map(({ url }) => url),
        keys.map(key => `https://bugs.example.org/browse/${key}`),
      ));

  it('links issues to the pages of a site at the gateway, where they are known', () => {
    const url = 'https://api.atlassian.com/ex/jira/1a2b-3c';
    const linksAt = (pages: object): readonly string[] => {
      const site = { name: 'bugs', kind: 'tracker', url, ...pages } as const;
      return service
        .links(only('key = A-1'), { ...context, sites: [site], defaultSite: 'bugs' })
        .map(link => link.url);
    };
    assert.deepEqual(linksAt({ pages: 'https://c.example' }), ['https://c.example/browse/A-1']);
    assert.deepEqual(linksAt({}), []);
  });

  it('answers every feature', () => {
    const view = only('assignee = currentUser() AND created > -7d ORDER BY key');
    assert.ok(service.complete(view, 0, context).length > 20);
    assert.match(service.explain(view, 2, context)?.markdown ?? '', /assignee/);
    assert.match(service.documentation({ kind: 'field', name: 'labels' }) ?? '', /labels/);
    assert.deepEqual(service.format(view, context), []);
    assert.equal(service.outline(view, context).length, 1);
    assert.ok(service.selection(view, 2, context).length > 1);
    assert.ok(service.tokens(view, context).length > 5);
    assert.equal(service.inlays(view, context).length, 1);
    assert.ok(service.signature?.(only('assignee in membersOf("a")'), 23, context));
  });

  it('knows a Cloud site by its address', () => {
    assert.deepEqual(codes(only('# @site cloud\n"Epic Link" = A-1')), ['deprecated-field']);
  });

  it('takes over what a tracker says of itself, and forgets it', () => {
    const description = {
      kind: 'tracker',
      autocompleteData: {
        visibleFieldNames: [{ value: 'Severity', displayName: 'Severity', operators: ['='] }],
      },
    } as const;
    assert.deepEqual(codes(only(severe)), ['unknown-field']);
    assert.equal(runner.applyDescription?.('bugs', description), true);
    assert.deepEqual(codes(only(severe)), ['operator-of-field']);
    assert.equal(runner.applyDescription?.('bugs', { ...description, autocompleteData: [] }), false);
    assert.deepEqual(codes(only(severe)), ['operator-of-field']);
    runner.forget?.();
    assert.deepEqual(codes(only(severe)), ['unknown-field']);
  });
});
