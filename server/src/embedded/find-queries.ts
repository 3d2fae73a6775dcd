/** Finds queries in the parts of a host file by their shape. */
import shapes from '../../catalogue/embedded/shapes.json' with { type: 'json' };
import { MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { isDefinition } from '../query-file/block.ts';
import type { Completeness, EmbeddedEntry, EmbeddedQuery } from './embedded-query.ts';
import type {
  HostEntry,
  HostMap,
  HostNode,
  HostSource,
  HostText,
  HostValue,
  MapUse,
  Segment,
} from './hosts/host-value.ts';
import { jqlInAddress } from './jql-address.ts';
import { isLikeJql, isSurelyJql } from './jql-shape.ts';
import { nestedQueries } from './nested-query.ts';
import { plainText } from './hosts/read-text.ts';

/** Queries of one file that are read. */
export const maxQueries = 1000;
/** A longer query, in UTF-16 code units, is not read: it was not written by hand. */
const maxQueryLength = 50_000;

const jqlCalls: ReadonlySet<string> = new Set(shapes.jqlCalls);
const simpleCalls: ReadonlySet<string> = new Set(shapes.simpleCalls);
const queryCalls: ReadonlySet<string> = new Set(shapes.queryCalls);
/** Whether a source uses a library with such calls: the names of the calls are those of others, too. */
const queryLibraries = new RegExp(String.raw`\b(?:${shapes.queryLibraries.join('|')})\b`, 'i');
const encodingCalls: ReadonlySet<string> = new Set(shapes.encodingCalls);
const beforeJql = /jql=(?:['"`]\s*[+.]\s*|\$?\{\s*)$|\bjql\w*['"]?\]?\s*[:=]\s*$/i;
const requestCalls: ReadonlySet<string> = new Set(shapes.requestCalls);
/** The word in a name: `jql2`, `openBugsJqlQuery`, `GetIssuesFromJqlAsync`. */
const jqlName =
  /(?:^|[^A-Za-z\d]|[a-z\d](?=J))(?:jql|Jql|JQL)(?![a-z])|(?:^|[^A-Za-z])jql(?:str|string|query|filter|search|statement)$|^\w{1,60}jql$/;
/** Ends of names whose values are sentences about JQL. */
const proseName =
  /(?:exception|error|help|description|desc|docs?|messages?|msg|labels?|titles?|hint|tooltip|placeholder|note|comment)$/i;

/** Whether a name says that its value is JQL. */
export const isJqlName = (name: string): boolean => jqlName.test(name) && !proseName.test(name);

const moduleKeys: ReadonlySet<string> = new Set(shapes.moduleParameters);
const requestKeys: ReadonlySet<string> = new Set([...shapes.moduleParameters, ...shapes.requestParameters]);
const hostArguments: ReadonlySet<string> = new Set(shapes.hostArguments);
const mergeCalls: ReadonlySet<string> = new Set(shapes.mergeCalls);
const actionCalls: ReadonlySet<string> = new Set(shapes.actionCalls);

/** Returns the queries in the parts of a host file, in the order of the file. */
export const findQueries = (host: HostSource, source: string): readonly EmbeddedQuery[] =>
  new Finder(host, source).find();

/** A request in a variable, to which assignments add parameters. */
interface BuiltRequest {
  readonly map: HostMap;
  readonly use: MapUse;
  /** Whether it is a request without the assignments. */
  readonly isRequest: boolean;
  readonly steps: HostEntry[];
}

/** Code between two assignments that may keep one of them from being reached, or that makes another request. */
const branch =
  /\b(?:function|def|if|else|elif|elseif|case|while|for|foreach|return|switch|try|catch|except|class)\b|=>|\bfn\b/;

class Finder {
  readonly #host: HostSource;
  readonly #source: string;
  readonly #queries: EmbeddedQuery[] = [];
  /** The offsets at which the segments of the found queries begin. */
  readonly #segmentStarts = new Set<number>();
  /** The requests that are built by assignments, by the object. */
  readonly #built = new Map<string, BuiltRequest>();
  /** The end of code of another language that has queries. */
  #nestedEnd = 0;
  /** Expressions that are passed as JQL, and the variables whose values look like JQL. */
  readonly #passedAsJql = new Set<string>();
  /** Parameters of modules without an action, by the variable: a call may make a request of them. */
  readonly #parameters = new Map<string, HostMap>();
  readonly #variables: { readonly name: string; readonly value: HostText }[] = [];

  constructor(host: HostSource, source: string) {
    this.#host = host;
    this.#source = source;
  }

  find(): readonly EmbeddedQuery[] {
    for (const node of this.#host.nodes) {
      this.#visit(node);
      if (this.#isFull) break;
    }
    for (const built of this.#built.values()) this.#addBuilt(built);
    for (const { name, value } of this.#variables) if (this.#passedAsJql.has(name)) this.#add(jqlOf(value));
    return this.#queries.toSorted((a, b) => a.text.span.start - b.text.span.start);
  }

  get #isFull(): boolean {
    return this.#queries.length >= maxQueries;
  }

  #add(query: EmbeddedQuery | undefined): void {
    if (this.#isFull) return;
    if (query === undefined || query.text.text.length > maxQueryLength) return;
    if (query.segments.some(({ span }) => this.#segmentStarts.has(span.start))) return;
    for (const { span } of query.segments) this.#segmentStarts.add(span.start);
    this.#queries.push(query);
  }

  #visit(node: HostNode): void {
    switch (node.kind) {
      case 'map':
        this.#map(node.map, node.use);
        for (const { key, value } of node.map.entries) this.#named(plainText(key), value);
        break;
      case 'call':
        this.#call(node);
        break;
      case 'named':
        this.#named(node.name, node.value);
        if (node.value.kind === 'text' && isLikeJql(node.value.text.text))
          this.#variables.push({ name: node.name, value: node.value });
        break;
      case 'set':
        this.#set(node.object, node.entry);
        this.#named(plainText(node.entry.key), node.entry.value);
        break;
      case 'nested':
        for (const query of nestedQueries(code => findQueries(node.read(code), code), node.text)) {
          this.#add(query);
          this.#nestedEnd = node.text.span.end;
        }
        break;
      case 'text':
        if (node.text.span.start < this.#nestedEnd) break;
        this.#add(urlOf(node));
        this.#add(jqlOf(jqlInAddress(node.text)));
        if (isSurelyJql(node.text.text.text)) this.#add(jqlOf(node.text));
    }
  }

  #map(map: HostMap, use: MapUse): void {
    const isComplete = isRequest(map) || (map.entries.some(isModuleEntry) && this.#isCompleted(map, use));
    if (use.variable !== undefined) {
      const before = this.#built.get(use.variable);
      if (before) this.#addBuilt(before);
      this.#built.delete(use.variable);
      if (map.entries.some(isActionQuery))
        this.#built.set(use.variable, { map, use, isRequest: isComplete, steps: [] });
      else if (isComplete) this.#add(this.#request(map, use));
      else if (isParameters(map)) this.#parameters.set(use.variable, map);
    } else if (isComplete) this.#add(this.#request(map, use));
  }

  /** Whether a library adds the action to a request. */
  #isCompleted({ entries }: HostMap, { callee = '', before }: MapUse): boolean {
    if (entries.some(({ key }) => plainText(key) === 'action')) return false;
    if (simpleCalls.has(callee) || actionCalls.has(callee)) return before === 'query';
    return queryCalls.has(callee) && queryLibraries.test(this.#source);
  }

  /** Adds a parameter to a request, as long as nothing but assignments is between them. */
  #set(object: string, entry: HostEntry): void {
    const built = this.#built.get(object);
    if (built === undefined) {
      if (!isActionQuery(entry)) return;
      const map: HostMap = { kind: 'map', span: entry.span, entries: [] };
      this.#built.set(object, { map, use: {}, isRequest: false, steps: [entry] });
      return;
    }
    const end = (built.steps.at(-1) ?? built.map).span.end;
    const isNew = [...built.map.entries, ...built.steps].every(
      ({ key }) => key === undefined || plainText(key) !== plainText(entry.key),
    );
    if (isNew && !branch.test(this.#source.slice(end, entry.span.start))) built.steps.push(entry);
    else {
      this.#addBuilt(built);
      this.#built.delete(object);
    }
  }

  #addBuilt({ map, use, isRequest: isWhole, steps }: BuiltRequest): void {
    const end = steps.at(-1)?.span.end ?? map.span.end;
    const all: HostMap = {
      ...map,
      span: { start: map.span.start, end },
      entries: [...map.entries, ...steps],
    };
    if (!isWhole && !isRequest(all)) return;
    const query = this.#request(all, use);
    this.#add(steps.length === 0 ? query : { ...query, completeness: 'open' });
  }

  #call({ callee, span, first: read, named, variables }: Extract<HostNode, { kind: 'call' }>): void {
    const takesJql = jqlCalls.has(callee) || isJqlName(callee) || this.#encodesJql(callee, span.start);
    const takesAction = actionCalls.has(callee) || simpleCalls.has(callee);
    const first = takesJql || takesAction ? read() : undefined;
    for (const { key, value } of named.entries) this.#named(plainText(key), value);
    const isQuery =
      (takesAction && plainText(first) === 'query') ||
      (queryCalls.has(callee) && queryLibraries.test(this.#source));
    if ((isQuery && named.entries.some(isModuleEntry)) || isRequest(named)) {
      const entries = named.entries.filter(({ key }) => !hostArguments.has(plainText(key) ?? ''));
      this.#add(this.#request({ ...named, entries }, { callee }));
    }
    if (isQuery || named.entries.some(isActionQuery)) this.#addPassed(variables?.() ?? []);
    if (first !== undefined && takesJql) this.#jql(first);
  }

  /** Adds the requests whose parameters a call gets in variables: `api.Request(action='query', **params)`. */
  #addPassed(variables: readonly string[]): void {
    for (const variable of variables) {
      const map = this.#parameters.get(variable);
      if (map) this.#add(this.#request(map, { isMerged: true }));
    }
  }

  /** Whether a call encodes what goes to an address or a name of JQL: `'?jql=' + encodeURIComponent(…)`. */
  #encodesJql(callee: string, start: number): boolean {
    return encodingCalls.has(callee) && beforeJql.test(this.#source.slice(Math.max(0, start - 60), start));
  }

  #named(name: string | undefined, value: HostValue): void {
    if (name !== undefined && isJqlName(name)) this.#jql(value);
  }

  #jql(value: HostValue): void {
    if (value.kind === 'list') for (const item of value.items) this.#add(jqlOf(item));
    if (value.kind !== 'unknown') return this.#add(jqlOf(value));
    for (const choice of value.choices ?? []) this.#jql(choice);
    this.#passedAsJql.add(this.#source.slice(value.span.start, value.span.end));
  }

  /** Makes a query of a request that is written as names and values. */
  #request(map: HostMap, use: MapUse): EmbeddedQuery {
    const builder = new MappedTextBuilder();
    const entries: EmbeddedEntry[] = [];
    let hasOther = false;
    let at = map.span.start;
    let length = 0;
    const add = (text: string, start: number, end: number, variable?: string): void => {
      builder.replaced(text, { start, end }, variable);
      length += text.length;
    };
    const addText = (text: MappedText): void => {
      builder.append(text);
      length += text.text.length;
    };
    for (const entry of map.entries) {
      const { key, value } = entry;
      const name = plainText(key);
      if (key === undefined || name === undefined || !parameterName.test(name)) {
        hasOther = true;
        continue;
      }
      if (length > 0) add('\n', at, key.text.span.start);
      const start = length;
      addText(key.text);
      add('=', key.text.span.end, startOf(value));
      if (isWritten(value)) {
        for (const [index, part] of partsOf(value).entries()) {
          if (index > 0) add('|', at, startOf(part));
          if (part.kind === 'text') addText(part.text);
          else if (part.kind === 'word') add(part.text, part.span.start, part.span.end);
          else this.#placeholder(add, part, name);
          at = endOf(part);
        }
      } else this.#placeholder(add, value, name);
      at = endOf(value);
      entries.push({ host: entry, line: { start, end: length } });
    }
    const segments = entries.flatMap(({ host: { key, value } }) => [
      ...(key?.segments ?? []),
      ...segmentsOf(value),
    ]);
    const completeness = hasOther ? 'open' : completenessOf(map, use, this.#source);
    return { language: 'wikiquery', text: builder.build(map.span), completeness, segments, entries };
  }

  #placeholder(
    add: (text: string, start: number, end: number, variable?: string) => void,
    { span: { start, end } }: HostValue,
    name: string,
  ): void {
    const variable = this.#host.names.of(this.#source.slice(start, end), name);
    add(`{{${variable}}}`, start, end, variable);
  }
}

const parameterName = /^[A-Za-z][\w-]*$/;

/** Whether a map has the parameters of a query: other maps can have an `action`, too. */
const isRequest = ({ entries }: HostMap): boolean =>
  entries.some(isActionQuery) && entries.some(({ key }) => requestKeys.has(plainText(key) ?? ''));

/** Whether an entry is the action of a query; some programs write each value as a list. */
const isActionQuery = ({ key, value }: HostEntry): boolean =>
  plainText(key) === 'action' &&
  plainText(value.kind === 'list' && value.items.length === 1 ? value.items[0] : value) === 'query';

/** Whether a map has parameters of a query without its action. */
const isParameters = ({ entries }: HostMap): boolean =>
  entries.some(isModuleEntry) && !entries.some(({ key }) => plainText(key) === 'action');

const isModuleEntry = ({ key }: HostEntry): boolean => moduleKeys.has(plainText(key) ?? '');

/** Whether one line of a query can hold a value as it is. */
function isWritten(value: HostValue): boolean {
  if (value.kind === 'list')
    return value.items.length > 0 && value.items.every(item => item.kind !== 'list' && item.kind !== 'map');
  if (value.kind !== 'text') return value.kind === 'word';
  const { text } = value.text;
  return !/[\r\n]/.test(text) && text.trim() === text && !text.startsWith('|');
}

const partsOf = (value: HostValue): readonly HostValue[] =>
  value.kind === 'list' ? value.items.map(item => (isWritten(item) ? item : unknown(item))) : [value];

const unknown = ({ span }: HostValue): HostValue => ({ kind: 'unknown', span });

const segmentsOf = (value: HostValue): readonly Segment[] => {
  if (value.kind === 'text') return value.segments;
  return value.kind === 'list' ? value.items.flatMap(segmentsOf) : [];
};

/** Where the text of a value begins: after a quote. */
function startOf(value: HostValue): number {
  const first = value.kind === 'list' ? value.items[0] : value;
  return first?.kind === 'text' ? first.text.span.start : value.span.start;
}

function endOf(value: HostValue): number {
  const last = value.kind === 'list' ? value.items.at(-1) : value;
  return last?.kind === 'text' ? last.text.span.end : value.span.end;
}

/** How complete a request is: whether the program may add to it elsewhere. */
function completenessOf(
  { entries }: HostMap,
  { callee, variable, isMerged }: MapUse,
  source: string,
): Completeness {
  if (!entries.some(isModuleEntry) || isMerged || mergeCalls.has(callee ?? '')) return 'open';
  if (callee !== undefined && requestCalls.has(callee)) return 'complete';
  return variable !== undefined && getsModules(variable, source) ? 'open' : 'extended';
}

/** Assignments of one variable that are examined. */
const maxAssignments = 1000;
const moduleAssigned = new RegExp(
  `^\\s{0,20}(?:\\[\\s{0,20}['"](?:${shapes.moduleParameters.join('|')})['"]|\\.(?:${shapes.moduleParameters.join('|')})\\s{0,20}=)`,
);

/** Whether a variable gets parameters that change which modules a request uses. */
function getsModules(variable: string, source: string): boolean {
  let at = source.indexOf(variable);
  for (let count = 0; at >= 0 && count < maxAssignments; count++) {
    const end = at + variable.length;
    if (moduleAssigned.test(source.slice(end, end + 80))) return true;
    at = source.indexOf(variable, end);
  }
  return false;
}

/** Returns the query of a text that is passed as JQL; `undefined` = it does not look like JQL. */
function jqlOf(value: HostValue | undefined): EmbeddedQuery | undefined {
  if (value?.kind !== 'text') return undefined;
  const { segments, span } = value;
  // n8n marks an expression by “=” in front of the text.
  const text = value.text.text.startsWith('=') ? value.text.slice(1, value.text.text.length) : value.text;
  if (!isLikeJql(text.text) || hasFileLines(text.text)) return undefined;
  return {
    language: 'jql',
    text: new MappedText(text.text, span, text.pieces),
    completeness: 'complete',
    segments,
  };
}

/** Whether a text has lines that mean something else in a query file. */
const hasFileLines = (text: string): boolean =>
  text.startsWith('###') || (text.includes('@') && text.split(/[\r\n]/).some(isDefinition));

type HostTextNode = Extract<HostNode, { kind: 'text' }>;

const queryString = /(?:^|api\.php|\}\})(\?)|(?:^|\}\})(?=action=query&)/;
const actionQuery = /(?:^|[?&])action=query(?:&(?!amp;)|\{\{|$)/;

/** An address in prose or HTML ends at a blank, a quote or a bracket. */
const addressEnd = /^[^\s"'<>`]*/;

/** Dots for a parameter that is left out. */
const elision = /[?&](?:\.{3}|…)/;
/** A placeholder that begins where an address ends: `Category:<name>`. */
const cutByPlaceholder = /^<[\w ]/;

/** Returns the query of an address; `undefined` = it has none. */
function urlOf({ text: host, isOpen = false }: HostTextNode): EmbeddedQuery | undefined {
  const { text, span, segments } = host;
  const match = queryString.exec(text.text);
  if (match === null) return undefined;
  const start = match.index + match[0].length - (match[1] === undefined ? 0 : 1);
  const [address = ''] = addressEnd.exec(text.text.slice(start)) ?? [];
  if (!actionQuery.test(address) || address.includes('&amp;') || elision.test(address)) return undefined;
  const isCut = /[=&|]$/.test(address) || cutByPlaceholder.test(text.text.slice(start + address.length));
  const builder = new MappedTextBuilder();
  builder.append(text.slice(start, start + address.length));
  if (isCut) builder.replaced('{{value}}', { start: text.span.end, end: text.span.end }, 'value');
  const completeness = isOpen || isCut || hasUnknownParts(address) ? 'open' : 'extended';
  return { language: 'wikiquery', text: builder.build(span), completeness, segments };
}

/** Whether an address has whole parameters that are computed. */
const hasUnknownParts = (address: string): boolean =>
  address.includes('=query{{') ||
  address.split(/[?&]/).some(part => part.startsWith('{{') && !part.includes('='));
