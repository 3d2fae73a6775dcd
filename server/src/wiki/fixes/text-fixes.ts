/** Fixes of titles, users, and the encoding of values. */
import { listedItems, separatedParts } from '../values/plain-text.ts';
import { pageAddress, namespaceName, readTitle } from '../values/title.ts';
import { readUser } from '../values/user.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  nodeOf,
  problemValue,
  removalFix,
  replacementFix,
} from './fix-context.ts';
import { editsToUse } from './additions.ts';
import { combineEdits } from './query-editor.ts';
import { fixValue } from './value-fixes.ts';
import { wireName } from '../model.ts';

/** The separate values of one that must be single. */
export const fixSeveral: Fixer = context =>
  argument(context, 'value')
    .split('|')
    .map(part => part.trim())
    .filter(Boolean)
    .flatMap(part => replacementFix(context, 'separator', part));

/** Decodes a value that is percent-encoded where nothing decodes it, or removes its invisible characters. */
export const fixDecode: Fixer = context => {
  const node = nodeOf(context);
  const to = argument(context, 'to');
  const isInvisible = context.problem.code === 'invisible-character';
  const edits = node && context.editor.setValue(node, to);
  return isInvisible
    ? fix('encoding', 'fix.replace', { to }, edits, true)
    : fix('encoding', 'fix.decode', { to }, edits);
};

/** Writes each `&` of a URL as itself. */
export const fixEntities: Fixer = ({ model }) =>
  fix(
    'encoding',
    'fix.entities',
    {},
    (model.query.entities ?? []).map(({ start, end }) => ({ span: { start, end }, newText: '&' })),
    true,
  );

/** Patterns of texts that users write around a title: link brackets, quotes, the URL of the page. */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/^\[+([^[\]|]+)(?:\|[^[\]]*)?\]+$/, '$1'],
  [/^(["'])((?:(?!\1).)+)\1$/, '$2'],
  [/^\{\{([^{}|]+)(?:\|[^{}]*)?\}\}$/, 'Template:$1'],
  [pageAddress, '$1$2'],
];

/** A title without what does not belong to it, percent-decoded; undefined if the result is not a title. */
function titleMeant(text: string, isGood: (title: string) => boolean): string | undefined {
  const trimmed = text.trim();
  const bare = wrappings.reduce((title, [pattern, to]) => title.replace(pattern, to), trimmed).trim();
  return [bare, decoded(bare)].find(title => title !== text && title !== '' && isGood(title));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('_', ' ');
  } catch {
    return text;
  }
}

/** Removes what does not belong to a title, and adds the namespace that the parameter requires. */
export const fixTitle: Fixer = context => {
  const { facts, rules } = context.knowledge;
  const binding = bindingOf(context);
  const items = binding?.parameter.multi === true ? listedItems(argument(context, 'value')) : undefined;
  if (items?.every(title => readTitle(title, facts) !== undefined))
    return replacementFix(context, 'title', items.join('|'), true);
  const namespaceRule = rules
    .get(binding?.active.module.name ?? '')
    ?.find(rule => rule.kind === 'titleNamespace' && rule.parameter === binding?.parameter.name);
  const namespace = namespaceRule?.kind === 'titleNamespace' ? namespaceRule.namespace : undefined;
  const meant = titleMeant(
    argument(context, 'value'),
    title => !title.includes('|') && readTitle(title, facts) !== undefined,
  );
  const inNamespace = meant === undefined ? undefined : readTitle(meant, facts)?.namespace;
  const fits = namespace === undefined || inNamespace === namespace;
  const front = fits || inNamespace !== 0 ? '' : `${namespaceName(namespace, facts)}:`;
  const to = `${front}${meant ?? ''}`;
  const titles = decoded(argument(context, 'value')).split('|');
  if (meant === undefined && binding?.parameter.multi === true && titles.length > 1) {
    const areGood = titles.every(title => readTitle(title, facts) !== undefined);
    return areGood ? replacementFix(context, 'title', titles.join('|'), true) : fixValue(context);
  }
  const isGood = meant !== undefined && readTitle(to, facts) !== undefined;
  const fixes = isGood ? replacementFix(context, 'title', to, fits || front !== '') : [];
  return fixes.length > 0 ? fixes : fixValue(context);
};

/** Separates titles with `|`; only the author knows whether they are several. */
export const fixTitleList: Fixer = context => {
  const place = problemValue(context);
  const to = argument(context, 'to');
  return place === undefined
    ? []
    : fix('separator', 'fix.separate', { to }, context.editor.replaceValue(place.node, place.value, to));
};

/** Separates values with `|` that are separated by something else. */
export const fixSeveralValues: Fixer = context => {
  const place = problemValue(context);
  const to = separatedParts(argument(context, 'value')).join('|');
  return place === undefined
    ? []
    : fix('separator', 'fix.separate', { to }, context.editor.replaceValue(place.node, place.value, to));
};

/** Leaves out the namespace that a list has by itself. */
export const fixOwnNamespace: Fixer = context => replacementFix(context, 'title', argument(context, 'to'));

/** Puts a title without a namespace into that of templates. */
export const fixTemplateTitle: Fixer = context =>
  replacementFix(
    context,
    'title',
    `${namespaceName(templateNamespace, context.knowledge.facts)}:${argument(context, 'value').trim()}`,
  );

const templateNamespace = 10;

/** Moves the protocol of an address to its own parameter; without one, some versions search for `http` only. */
export const fixProtocol: Fixer = context => {
  const place = problemValue(context);
  const active = bindingOf(context)?.active;
  const [, protocol = '', to = ''] =
    /^(?:([A-Za-z][\w+.-]*):)?\/\/(.*)$/s.exec(argument(context, 'value')) ?? [];
  if (place === undefined || active === undefined || to === '') return [];
  const value = context.editor.replaceValue(place.node, place.value, to);
  if (protocol === '') return fix('title', 'fix.replace', { to }, value);
  const text = `${wireName(active, 'protocol')}=${protocol}`;
  const edits = combineEdits(value, editsToUse(context, wireName(active, 'protocol'), protocol, place.node));
  return fix('title', 'fix.splitNamespace', { text, rest: to }, edits);
};

/** Turns a rectangle the right way up. */
export const fixUpsideDownBox: Fixer = context => {
  const [top = '', left = '', bottom = '', right = ''] = argument(context, 'value').split('|');
  return replacementFix(context, 'number', [bottom, left, top, right].join('|'));
};

/** Replaces a user by the name or address that is meant. */
export const fixUser: Fixer = context => {
  const place = problemValue(context);
  const kinds = argument(context, 'kinds').split(', ');
  const to = titleMeant(argument(context, 'value').replace(/^\s*@/, ''), user => {
    const kind = readUser(user, context.knowledge.facts);
    return kind !== undefined && kinds.includes(kind);
  });
  const fixes = to === undefined ? [] : replacementFix(context, 'title', to, true);
  return fixes.length > 0 || place === undefined ? fixes : fixValue(context);
};

/** Removes quotes around a value; of code, also the comma or semicolon after each value. */
export const fixQuotes: Fixer = context => {
  const { editor, model, problem } = context;
  const node = nodeOf(context);
  if (node === undefined) return [];
  if (problem.message === 'quoted-value.code') {
    const edits = model.query.parameters.map(each =>
      each.value === undefined ? [] : editor.setValue(each, codeValue(each.value.text)),
    );
    return fix('quotes', 'fix.plainValues', {}, combineEdits(...edits), true);
  }
  const to = (node.value?.text ?? '').split('|').map(codeValue).join('|');
  return fix(
    'quotes',
    'fix.unquote',
    { to },
    editor.setValue(node, to),
    !concatenation.test(node.value?.text ?? ''),
  );
};

/** Quotes that end one text of a program and begin the next: `" + title + "`. */
const concatenation = /^["'`]\s.*\s["'`]$/s;

const codeValue = (text: string): string =>
  text
    .replace(/^=\s*/, '')
    .replace(/(?:&amp;|[,;&\\])$/, '')
    .trimEnd()
    .replace(/^(["'`])(.*)\1$|^[“„«‘](.*)[”“»’]$/s, '$2$3')
    .trim();

const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Normalizes a value, and removes invalid characters. */
export const fixEncoding: Fixer = context => {
  const node = nodeOf(context);
  if (node?.value === undefined) return [];
  const { text } = node.value;
  const list = context.problem.message === 'badutf8.separator' && !text.includes('|');
  const separated = list ? text.replaceAll('\u001F', '|') : text;
  const front = !list && text.startsWith('\u001F') && context.problem.message !== 'badutf8.control';
  const to = (front ? separated : separated.replaceAll(control, '')).normalize('NFC');
  return to === text
    ? []
    : fix('encoding', 'fix.encoding', { name: node.name.text }, context.editor.setValue(node, to), true);
};

/** Removes a separator in front of a single value. */
export const fixSeparator: Fixer = context => {
  const node = nodeOf(context);
  const text = node?.value?.text.replaceAll('\u001F', '');
  return node && text
    ? fix('encoding', 'fix.replace', { to: text }, context.editor.setValue(node, text), true)
    : removalFix(context, 'unknown');
};
