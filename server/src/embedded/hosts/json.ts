import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import type { HostLanguage } from './host-language.ts';
import { javascript } from './javascript.ts';
import { jsonNodesOf, jsonRules } from './json-source.ts';
import { parsedHost } from './parsed-host.ts';

const isText = ({ name }: SyntaxNode): boolean => name === 'String';

const host = parsedHost(parser, { nodes: jsonNodesOf, isText, ...jsonRules });

/** JSON with comments: those of JavaScript. */
export const jsonc: HostLanguage = { ...host, comments: source => javascript.comments!(source) };

/** JSON: comments that are there are read, but none is written. */
export const json: HostLanguage = {
  ...host,
  comments: source => ({ ...javascript.comments!(source), place: () => undefined }),
};
