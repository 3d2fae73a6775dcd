import type { Site, SiteKind } from '../../protocol/sites.ts';
import type { Scheme } from './scheme.ts';
import { tracker } from './tracker.ts';
import { wiki } from './wiki.ts';

const schemes: Readonly<Record<SiteKind, Scheme>> = { tracker, wiki };

/** How one signs in to a site. */
export const schemeOf = ({ kind }: Site): Scheme => schemes[kind];
