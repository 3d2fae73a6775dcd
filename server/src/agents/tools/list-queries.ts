/** The tool that lists the queries of a folder and the sites. */
import * as v from 'valibot';
import { visibleLine } from '#shared/base/visible-text.ts';
import { usualSitesOf } from '../../sites/settings/site-lookup.ts';
import { sitesOf } from '../../sites/settings/read-settings.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { labelledQueries } from '../../query-file/query-names.ts';
import { siteOption } from '../../query-file/options/site-option.ts';
import { Scope } from '../../query-file/scope.ts';
import { mayAsk } from '../agent-sites.ts';
import type { AgentDependencies, AgentFile } from '../dependencies.ts';
import { fitting, shownPart } from '../bounded.ts';
import { name, wholeNumber } from '../given-arguments.ts';
import { agentTool, type Outcome } from '../tool.ts';

const usualLimit = 200;
/** Characters of the queries in an answer. */
const budget = 60_000;
/** Characters of a line that is shown of a query. */
const maxLineLength = 200;

const schema = v.strictObject({
  matching: v.exactOptional(name),
  limit: v.exactOptional(wholeNumber(1000)),
});

/** Lists the queries of the folder's files, and the sites. */
export const listQueries = (dependencies: AgentDependencies) =>
  agentTool(schema, async ({ matching = '', limit = usualLimit }): Promise<Outcome> => {
    const settings = dependencies.settings();
    const lowerText = matching.toLowerCase();
    const listedQueries = [];
    for await (const file of dependencies.files.list()) {
      const queries = await queriesOf(dependencies, file);
      listedQueries.push(
        ...queries.filter(({ file: path, name: label, begins }) =>
          [path, label, begins].some(text => text.toLowerCase().includes(lowerText)),
        ),
      );
    }
    const shown = fitting(listedQueries.slice(0, limit), budget);
    const sites = sitesOf(settings).map(({ name: site, kind, url }) => ({
      name: site,
      kind,
      url,
      mayBeAsked: mayAsk(settings, site),
    }));
    return {
      ...shownPart('list', 'query', shown.length, listedQueries.length),
      data: { queries: shown, sites },
    };
  });

async function queriesOf(
  { language: load, settings }: AgentDependencies,
  { name: file, languageId, text }: AgentFile,
) {
  const language = await load(languageId);
  const { syntax } = language;
  const document = new QueryDocument(file, languageId, 1, text, syntax);
  return labelledQueries(document).map(({ index, label }) => {
    const { block, line } = document.placed(index);
    const scope = new Scope(block, document.header === block ? undefined : document.header);
    const { body } = block;
    const begins =
      body === undefined ? '' : block.text.slice(body.start, Math.min(body.end, body.start + maxLineLength));
    const site = siteOption(scope, usualSitesOf(settings(), language.runner.kind)).name;
    return {
      file,
      name: label,
      line: line + 1,
      ...(site !== '' && { site }),
      begins: visibleLine(begins),
    };
  });
}
