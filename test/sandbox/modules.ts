import type { ListModule } from './api/list.ts';
import type { MetaModule } from './api/meta.ts';
import type { PropModule } from './api/prop.ts';
import * as backlinks from './lists/backlinks.ts';
import { allcategories, categorymembers } from './lists/categories.ts';
import { logevents, recentchanges, usercontribs, watchlist } from './lists/changes.ts';
import { tags } from './lists/tags.ts';
import { allimages } from './lists/files.ts';
import * as pageLists from './lists/pages.ts';
import { querypage } from './lists/querypage.ts';
import { alldeletedrevisions } from './lists/revisions.ts';
import { search } from './lists/search.ts';
import { allusers, blocks, users } from './lists/users.ts';
import * as account from './meta/account.ts';
import { siteinfo } from './meta/siteinfo.ts';
import * as wiki from './meta/wiki.ts';
import { duplicatefiles, imageinfo } from './props/imageinfo.ts';
import * as links from './props/links.ts';
import * as pageProps from './props/pages.ts';
import { revisions } from './props/revisions.ts';

const byName = <T extends { readonly name: string }>(modules: readonly T[]): ReadonlyMap<string, T> =>
  new Map(modules.map(module => [module.name, module]));

/** Every module that the sandbox answers, by group and name. */
export const registry: {
  readonly lists: ReadonlyMap<string, ListModule>;
  readonly props: ReadonlyMap<string, PropModule>;
  readonly metas: ReadonlyMap<string, MetaModule>;
} = {
  lists: byName([
    backlinks.backlinks,
    backlinks.embeddedin,
    backlinks.imageusage,
    allcategories,
    categorymembers,
    logevents,
    recentchanges,
    usercontribs,
    watchlist,
    tags,
    allimages,
    pageLists.allpages,
    pageLists.prefixsearch,
    pageLists.random,
    pageLists.watchlistraw,
    querypage,
    alldeletedrevisions,
    search,
    allusers,
    blocks,
    users,
  ]),
  props: byName([
    duplicatefiles,
    imageinfo,
    links.categories,
    links.extlinks,
    links.fileusage,
    links.images,
    links.iwlinks,
    links.langlinks,
    links.links,
    links.linkshere,
    links.redirects,
    links.templates,
    links.transcludedin,
    pageProps.categoryinfo,
    pageProps.contributors,
    pageProps.extracts,
    pageProps.info,
    pageProps.pageprops,
    revisions,
  ]),
  metas: byName([account.tokens, account.userinfo, siteinfo, wiki.allmessages]),
};
