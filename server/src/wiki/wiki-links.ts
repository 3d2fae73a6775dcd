import titleParameters from '../../catalogue/wiki/titles.json' with { type: 'json' };
import { wikiPageAddress, wikiPageUrl } from '#shared/base/site-address.ts';
import type { Link, QueryView, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { siteNameOf } from '../query-file/options/site-option.ts';
import type { WikiModel } from './model.ts';
import { multipleValues, singleValue } from './values/value-list.ts';

const takesTitles: ReadonlySet<string> = new Set(titleParameters);

/** Page titles as links to the query's site, where that is configured. */
export function wikiLinks(
  view: QueryView,
  model: WikiModel,
  context: QueryContext,
  wording: Wording,
): Link[] {
  const name = siteNameOf(view, context, 'wiki');
  const site = context.sites.find(candidate => candidate.name === name && candidate.kind === 'wiki');
  if (site === undefined || !URL.canParse('index.php', site.url)) return [];
  return model.query.parameters.flatMap(node => {
    const binding = model.binding(node);
    if (
      !binding ||
      !node.value ||
      !takesTitles.has(`${binding.active.module.name}.${binding.parameter.name}`)
    )
      return [];
    const titles = binding.parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
    return (
      titles
        // A value that is only known when the query runs is not a page.
        .filter(({ text }) => text.trim() !== '' && !text.includes('{{'))
        .map(({ text, span }) => ({
          span,
          url: wikiPageAddress(wikiPageUrl(site.url), text.trim()),
          tooltip: wording('openPage', { site: site.name }),
        }))
    );
  });
}
