import { namespaceName, readTitle } from '../values/title.ts';
import { readUser } from '../values/user.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  nodeOf,
  placeOf,
  removal,
  replacement,
} from './fix-context.ts';
import { fixValue } from './values.ts';

/** What people write around a title: brackets of a link, quotes, the address of the page. */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/^\[+([^[\]|]+)(?:\|[^[\]]*)?\]+$/, '$1'],
  [/^(["'])(.+)\1$/, '$2'],
  [/^\{\{([^{}|]+)(?:\|[^{}]*)?\}\}$/, 'Template:$1'],
  [/^https?:\/\/[^/]+\/wiki\/([^?#]+)$/, '$1'],
];

/** A title without what does not belong to it, percent codes read; undefined where that is no title either. */
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

/** A title without what does not belong to it, in the namespace that its parameter asks for. */
export const fixTitle: Fixer = subject => {
  const { facts, rules } = subject.knowledge;
  const binding = bindingOf(subject);
  const asked = rules
    .get(binding?.active.module.name ?? '')
    ?.find(rule => rule.kind === 'titleNamespace' && rule.parameter === binding?.parameter.name);
  const namespace = asked?.kind === 'titleNamespace' ? asked.namespace : undefined;
  const meant = titleMeant(
    argument(subject, 'value'),
    title => !title.includes('|') && readTitle(title, facts) !== undefined,
  );
  const inNamespace = meant === undefined ? undefined : readTitle(meant, facts)?.namespace;
  const fits = namespace === undefined || inNamespace === namespace;
  const front = fits || inNamespace !== 0 ? '' : `${namespaceName(namespace, facts)}:`;
  const to = `${front}${meant ?? ''}`;
  const isGood = meant !== undefined && readTitle(to, facts) !== undefined;
  const found = isGood ? replacement(subject, 'title', to, fits || front !== '') : [];
  return found.length > 0 ? found : fixValue(subject);
};

/** `|` between titles; nobody but the author knows whether they are several. */
export const fixTitleList: Fixer = subject => {
  const place = placeOf(subject);
  const to = argument(subject, 'to');
  return place === undefined
    ? []
    : fix('separator', 'fix.separate', { to }, subject.editor.replaceValue(place.node, place.value, to));
};

export const fixUser: Fixer = subject => {
  const place = placeOf(subject);
  const kinds = argument(subject, 'kinds').split(', ');
  const to = titleMeant(argument(subject, 'value').replace(/^\s*@/, ''), user => {
    const kind = readUser(user, subject.knowledge.facts);
    return kind !== undefined && kinds.includes(kind);
  });
  const found = to === undefined ? [] : replacement(subject, 'title', to, true);
  return found.length > 0 || place === undefined ? found : fixValue(subject);
};

/** Quotes that do not belong to the value. */
export const fixQuotes: Fixer = subject => {
  const node = nodeOf(subject);
  const text = node?.value?.text ?? '';
  return node
    ? fix(
        'quotes',
        'fix.unquote',
        { to: text.slice(1, -1) },
        subject.editor.setValue(node, text.slice(1, -1)),
        true,
      )
    : [];
};

const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Letters put together as wikis store them, without what cannot be sent. */
export const fixEncoding: Fixer = subject => {
  const node = nodeOf(subject);
  if (node?.value === undefined) return [];
  const { text } = node.value;
  const list = subject.problem.message === 'badutf8.separator' && !text.includes('|');
  const separated = list ? text.replaceAll('\u001F', '|') : text;
  const front = !list && text.startsWith('\u001F') && subject.problem.message !== 'badutf8.control';
  const to = (front ? separated : separated.replaceAll(control, '')).normalize('NFC');
  return to === text
    ? []
    : fix('encoding', 'fix.encoding', { name: node.name.text }, subject.editor.setValue(node, to), true);
};

/** A separator in front of a single value. */
export const fixSeparator: Fixer = subject => {
  const node = nodeOf(subject);
  const text = node?.value?.text.replaceAll('\u001F', '');
  return node && text
    ? fix('encoding', 'fix.replace', { to: text }, subject.editor.setValue(node, text), true)
    : removal(subject, 'unknown');
};
