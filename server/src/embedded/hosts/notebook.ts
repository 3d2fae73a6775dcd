/** Jupyter notebooks as a host of queries: the code of their cells, which is in strings of JSON. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/json';
import { maxMarkdownLength } from '#shared/base/queries/embedded-hosts.ts';
import { nestedQueries } from '../nested-query.ts';
import { ExpressionReader } from './expression-reader.ts';
import type { HostLanguage } from './host-language.ts';
import { jsonRules } from './json-source.ts';
import { python } from './python.ts';
import { plainText } from './read-text.ts';
import { spanOf, treeOf } from './tree.ts';

/** Notebooks in Python; an output of a cell may be a picture in one line. */
export const notebook: HostLanguage = {
  longest: maxMarkdownLength,
  anyLine: true,
  queries(source) {
    const file = source.length > maxMarkdownLength ? undefined : treeOf(parser, source)?.topNode.firstChild;
    if (!file) return [];
    const reader = new ExpressionReader(source, jsonRules, true);
    if (!isPython(file, reader)) return [];
    const cells = propertyOf(file, 'cells', reader)?.getChildren('Object') ?? [];
    return cells.flatMap(cell => {
      const kind = propertyOf(cell, 'cell_type', reader);
      const text = propertyOf(cell, 'source', reader);
      if (!kind || !text || plainText(reader.value(kind)) !== 'code') return [];
      const value = reader.value(text);
      const lines = value.kind === 'list' ? reader.texts.joined(spanOf(text), value.items) : value;
      return lines?.kind === 'text' && !lines.text.text.startsWith('%%')
        ? nestedQueries(code => python.queries(code), lines)
        : [];
    });
  },
};

/** Whether a notebook is in Python, as those are that do not say. */
function isPython(file: SyntaxNode, reader: ExpressionReader): boolean {
  const kernel = propertyOf(propertyOf(file, 'metadata', reader), 'kernelspec', reader);
  const language = propertyOf(kernel, 'language', reader);
  return language === undefined || plainText(reader.value(language)) === 'python';
}

/** The node of a property’s value; `undefined` = the object does not have it. */
function propertyOf(
  object: SyntaxNode | undefined,
  name: string,
  reader: ExpressionReader,
): SyntaxNode | undefined {
  const property = object
    ?.getChildren('Property')
    .find(({ firstChild }) => firstChild !== null && reader.textOf(firstChild) === `"${name}"`);
  return property?.lastChild ?? undefined;
}
