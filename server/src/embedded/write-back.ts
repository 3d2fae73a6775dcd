/** Writes edits of an embedded query in its host file. */
import type { Edit } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { EmbeddedEntry, EmbeddedQuery } from './embedded-query.ts';
import type { HostList, HostText, HostValue, Segment } from './hosts/host-value.ts';

/**
 * Returns edits of a query's text as edits of the host, in the host's own quoting; `undefined` = the host cannot express
 * them there, or they would change a computed part. Afterwards `keepsRest` checks the edited host.
 */
export function hostEdits(
  query: EmbeddedQuery,
  edits: readonly Edit[],
  source: string,
): readonly Edit[] | undefined {
  return query.entries === undefined
    ? allOf(edits.map(edit => editOfText(query, edit)))
    : editsOfEntries(query, query.entries, applyEdits(query.text.text, edits), source);
}

function allOf<T>(parts: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const edits = parts.filter(part => part !== undefined);
  return edits.length === parts.length ? edits.flat() : undefined;
}

/** Reduces an edit to the part of the text that it changes. */
function smallest(text: string, { span: { start, end }, newText }: Edit): Edit {
  let [from, to, newEnd] = [start, end, newText.length];
  while (to > from && newEnd > 0 && text[to - 1] === newText[newEnd - 1]) {
    to--;
    newEnd--;
  }
  let newStart = 0;
  while (from < to && newStart < newEnd && text[from] === newText[newStart]) {
    from++;
    newStart++;
  }
  return { span: { start: from, end: to }, newText: newText.slice(newStart, newEnd) };
}

function editOfText({ text, segments }: EmbeddedQuery, edit: Edit): readonly Edit[] | undefined {
  const { span, newText } = smallest(text.text, edit);
  const isComputed = text.pieces.some(({ start, variable }, index) => {
    const end = text.pieces[index + 1]?.start ?? text.text.length;
    return variable !== undefined && start < span.end && span.start < end;
  });
  if (isComputed || newText.includes('{{')) return undefined;
  const places = [text.sourceOf(span.start, span.end)];
  // An insertion between two segments can go to either of them.
  if (span.start === span.end && span.start > 0) {
    const { end } = text.sourceOf(span.start - 1, span.start);
    places.push({ start: end, end });
  }
  for (const place of places) {
    const encodedText = encodedAt(segments, place, newText);
    if (encodedText !== undefined) return [{ span: place, newText: encodedText }];
  }
  return undefined;
}

const encodedAt = (segments: readonly Segment[], { start, end }: Span, text: string): string | undefined =>
  segments.find(({ span }) => span.start <= start && end <= span.end)?.encode(text);

/** A line of the query's text: an old one, a changed one or a new one. */
interface LineChange {
  readonly entry?: EmbeddedEntry;
  /** `undefined` = the line is removed. */
  readonly text?: string;
  /** The entry after which a new one is inserted. */
  readonly after?: EmbeddedEntry;
}

function editsOfEntries(
  query: EmbeddedQuery,
  entries: readonly EmbeddedEntry[],
  edited: string,
  source: string,
): readonly Edit[] | undefined {
  const before = entries.map(({ line }) => query.text.text.slice(line.start, line.end));
  const after = edited.split('\n').filter(line => line.trim() !== '');
  const hasSteps = entries.some(({ host }) => host.isStep);
  if (hasSteps && after.length !== before.length) return undefined;
  if (!after.every(line => /^[A-Za-z][\w-]*(?:=|$)/.test(line))) return undefined;
  return allOf(
    changesOf(entries, before, after).map(({ entry, text, after: previous }) => {
      if (entry === undefined) return insertEntry(previous, text ?? '', entries, source);
      if (text === undefined) return removeEntry(entry, entries, source);
      return changeEntry(query, entry, text);
    }),
  );
}

/** Pairs lines that are the same, and in between changed ones in their order. */
function changesOf(
  entries: readonly EmbeddedEntry[],
  before: readonly string[],
  after: readonly string[],
): LineChange[] {
  const changes: LineChange[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    if (before[from] === after[to]) {
      from++;
      to++;
      continue;
    }
    const nextOld = before.findIndex((line, index) => index >= from && after.includes(line, to));
    const until = nextOld < 0 ? before.length : nextOld;
    const newUntil = nextOld < 0 ? after.length : after.indexOf(before[nextOld]!, to);
    changes.push(...changesBetween(entries.slice(0, until), from, before, after.slice(to, newUntil)));
    from = until;
    to = newUntil;
  }
  return changes;
}

const nameOf = (line: string): string => line.split('=', 1)[0]!;
const valueOf = (line: string): string => line.slice(nameOf(line).length + 1);

/** Lines of one gap: those of the same name or value belong together, the others in their order. */
function changesBetween(
  entries: readonly EmbeddedEntry[],
  from: number,
  before: readonly string[],
  after: readonly string[],
): LineChange[] {
  const old = entries.slice(from).map((entry, index) => ({ entry, line: before[from + index]! }));
  const partner = (line: string, index: number): number => {
    const same = old.findIndex(({ line: other }) => nameOf(other) === nameOf(line));
    if (same >= 0) return same;
    const equal = old.findIndex(({ line: other }) => valueOf(other) === valueOf(line));
    return equal < 0 && old.length === after.length ? index : equal;
  };
  const usedIndexes = new Set<number>();
  let previous = entries[from - 1];
  const changes = after.map((text, index): LineChange => {
    const at = partner(text, index);
    const { entry } = old[at] ?? {};
    if (entry === undefined || usedIndexes.has(at)) return { text, ...(previous && { after: previous }) };
    usedIndexes.add(at);
    previous = entry;
    return { entry, text };
  });
  const removals = old.filter((_, index) => !usedIndexes.has(index)).map(({ entry }) => ({ entry }));
  return [...changes, ...removals];
}

function changeEntry(
  query: EmbeddedQuery,
  { host, line }: EmbeddedEntry,
  text: string,
): readonly Edit[] | undefined {
  const before = query.text.text.slice(line.start, line.end);
  const name = nameOf(text);
  const value = valueOf(text);
  const edits: Edit[] = [];
  if (name !== nameOf(before)) {
    const edit = replaceText(host.key, name);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  if (value === valueOf(before)) return edits;
  const start = line.start + nameOf(before).length + 1;
  const ofValue = valueEdits(query, host.value, { span: { start, end: line.end }, newText: value });
  return ofValue && [...edits, ...ofValue];
}

/** Replaces a text of one segment. */
function replaceText(text: HostText | undefined, newText: string): Edit | undefined {
  const [segment, ...others] = text?.segments ?? [];
  const encodedText = others.length === 0 ? segment?.encode(newText) : undefined;
  return segment && encodedText !== undefined ? { span: segment.span, newText: encodedText } : undefined;
}

function valueEdits(query: EmbeddedQuery, value: HostValue, edit: Edit): readonly Edit[] | undefined {
  switch (value.kind) {
    case 'text': {
      if (value.text.text !== '') return editOfText(query, edit);
      const textEdit = replaceText(value, edit.newText);
      return textEdit && [textEdit];
    }
    case 'word':
      return /^-?\d+$/.test(edit.newText) ? [{ span: value.span, newText: edit.newText }] : undefined;
    case 'list':
      return listEdits(value, edit.newText.split('|'));
    case 'map':
    case 'unknown':
      return undefined;
  }
}

/** Edits a list to have other items: one removed, or some changed. Only texts can change. */
function listEdits({ items }: HostList, texts: readonly string[]): readonly Edit[] | undefined {
  if (!items.every(item => item.kind === 'text')) return undefined;
  const before = items.map(item => item.text.text);
  if (texts.length === items.length)
    return allOf(
      items.map((item, index) => {
        if (before[index] === texts[index]) return [];
        const edit = replaceText(item, texts[index]!);
        return edit && [edit];
      }),
    );
  if (texts.length !== items.length - 1) return undefined;
  const removedIndex = before.findIndex((text, index) => text !== texts[index]);
  if (before.toSpliced(removedIndex, 1).join('|') !== texts.join('|')) return undefined;
  const [item, next, previous] = [items[removedIndex]!, items[removedIndex + 1], items[removedIndex - 1]];
  if (next) return [{ span: { start: item.span.start, end: next.span.start }, newText: '' }];
  return previous && [{ span: { start: previous.span.end, end: item.span.end }, newText: '' }];
}

/** Whether there is only a comma between two entries. */
const isPlainSeparator = (text: string): boolean => text.replace(',', '').trim() === '';

function removeEntry(
  { host }: EmbeddedEntry,
  entries: readonly EmbeddedEntry[],
  source: string,
): readonly Edit[] | undefined {
  const index = entries.findIndex(entry => entry.host === host);
  const [previous, next] = [entries[index - 1]?.host, entries[index + 1]?.host];
  const span = next
    ? { start: host.span.start, end: next.span.start }
    : { start: previous?.span.end ?? host.span.start, end: host.span.end };
  const separator = next
    ? source.slice(host.span.end, next.span.start)
    : source.slice(span.start, host.span.start);
  return isPlainSeparator(separator) ? [{ span, newText: '' }] : undefined;
}

/** Inserts an entry, written like another one whose value is a text. */
function insertEntry(
  after: EmbeddedEntry | undefined,
  line: string,
  entries: readonly EmbeddedEntry[],
  source: string,
): readonly Edit[] | undefined {
  const model = entries.find(({ host }) => partsOfEntry(host.key, host.value) !== undefined)?.host;
  const parts = model && partsOfEntry(model.key, model.value);
  const previous = after ?? entries.at(-1);
  if (model === undefined || parts === undefined || previous === undefined) return undefined;
  const [key, value] = [parts.key.encode(nameOf(line)), parts.value.encode(valueOf(line))];
  if (key === undefined || value === undefined) return undefined;
  const entryText = [
    source.slice(model.span.start, parts.key.span.start),
    key,
    source.slice(parts.key.span.end, parts.value.span.start),
    value,
    source.slice(parts.value.span.end, model.span.end),
  ].join('');
  const index = entries.findIndex(({ host }) => host === previous.host);
  const neighbour = entries[index + 1] ?? entries[index - 1];
  const at = previous.host.span.end;
  return [{ span: { start: at, end: at }, newText: separatorOf(previous, neighbour, source) + entryText }];
}

function partsOfEntry(
  key: HostText | undefined,
  value: HostValue,
): { readonly key: Segment; readonly value: Segment } | undefined {
  const [name, ...otherNames] = key?.segments ?? [];
  const [text, ...others] = value.kind === 'text' ? value.segments : [];
  return name && text && otherNames.length + others.length === 0 ? { key: name, value: text } : undefined;
}

/** The separator between two entries, to be used between others; `, ` where it is more than a comma. */
function separatorOf(one: EmbeddedEntry, other: EmbeddedEntry | undefined, source: string): string {
  if (other === undefined) return ', ';
  const [first, second] = one.host.span.start < other.host.span.start ? [one, other] : [other, one];
  const separator = source.slice(first.host.span.end, second.host.span.start);
  return isPlainSeparator(separator) ? separator : ', ';
}

/**
 * Whether an edited host has the edited query in place of the old one, and all other queries unchanged.
 *
 * @param before the queries of the host, `after` those of the edited one, `edited` the texts that are to change by index
 */
export function keepsRest(
  before: readonly EmbeddedQuery[],
  after: readonly EmbeddedQuery[],
  edited: ReadonlyMap<number, string>,
): boolean {
  return (
    before.length === after.length &&
    after.every(({ text, language }, position) => {
      const wanted = edited.get(position);
      return wanted === undefined
        ? text.text === before[position]!.text.text && language === before[position]!.language
        : withNumberedPlaceholders(normalized(text.text)) === withNumberedPlaceholders(normalized(wanted));
    })
  );
}

/** Numbers the placeholders of a text: an expression of the host takes its name from the parameter, which a fix may rename. */
function withNumberedPlaceholders(text: string): string {
  const numbers = new Map<string, string>();
  return text.replaceAll(/\{\{[^{}]*\}\}/g, use => {
    const numbered = numbers.get(use) ?? `{{${numbers.size + 1}}}`;
    numbers.set(use, numbered);
    return numbered;
  });
}

/** Removes empty lines, which a removed parameter leaves. */
const normalized = (text: string): string =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('\n')
    .replace(/^\?&/, '?');
