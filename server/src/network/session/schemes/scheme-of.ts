import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import type { Scheme } from './scheme.ts';
import { tracker } from './tracker-scheme.ts';
import { wiki } from './wiki-scheme.ts';

const schemes: Readonly<Record<SiteKind, Scheme>> = { tracker, wiki };

/** How a site authenticates. */
export const schemeOf = ({ kind }: Site): Scheme => schemes[kind];
