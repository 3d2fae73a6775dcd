import { type Catalogue, readCatalogue } from '../../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { SiteFacts } from '../../../../server/src/wiki/catalogue/knowledge.ts';
import type { WikiSession } from '../../../support/wiki-session.ts';

interface SiteInfo {
  readonly query: {
    readonly namespaces: Readonly<
      Record<string, { readonly id: number; readonly name: string; readonly canonical?: string }>
    >;
    readonly namespacealiases: readonly { readonly id: number; readonly alias: string }[];
  };
}

/** How a site describes itself. */
export async function describeSite(
  session: WikiSession,
): Promise<{ catalogue: Catalogue; facts: SiteFacts }> {
  const catalogue = readCatalogue(
    await session.ask({ action: 'paraminfo', modules: 'main|query|json|query+*' }),
  );
  const { query } = await session.ask<SiteInfo>({
    action: 'query',
    meta: 'siteinfo',
    siprop: 'namespaces|namespacealiases',
  });
  const aliases = Map.groupBy(query.namespacealiases, ({ id }) => id);
  const namespaces = new Map(
    Object.values(query.namespaces).map(({ id, name, canonical }) => [
      id,
      [
        name,
        ...(canonical === undefined ? [] : [canonical]),
        ...(aliases.get(id) ?? []).map(({ alias }) => alias),
      ],
    ]),
  );
  return { catalogue, facts: { describesItself: true, namespaces } };
}
