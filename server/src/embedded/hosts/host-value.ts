/** The values and texts of a host file, in a form that all host languages share. */
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { PlaceholderNames } from '../placeholder-names.ts';

/** A part of a host file that text can be written in. */
export interface Segment {
  /** The span without the quotes. */
  readonly span: Span;
  /** Writes text in its quoting; `undefined` = the text cannot be written there. */
  readonly encode: (text: string) => string | undefined;
}

/** A text of a host language. Its computed parts are uses of variables, as in query files. */
export interface HostText {
  readonly kind: 'text';
  /** The whole expression, quotes included. */
  readonly span: Span;
  readonly text: MappedText;
  readonly segments: readonly Segment[];
}

/** A number, or a flag that is on; `text` is its value in a request. */
export interface HostWord {
  readonly kind: 'word';
  readonly span: Span;
  readonly text: string;
}

export interface HostList {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly HostValue[];
}

/** A name with its value; without a key it is a spread or has a computed name. */
export interface HostEntry {
  readonly key?: HostText;
  readonly value: HostValue;
  readonly span: Span;
  /** It is a statement of its own: `params['list'] = …`. */
  readonly isStep?: true;
}

/** A dictionary, an object literal, an array with keys, or the named arguments of a call. */
export interface HostMap {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly HostEntry[];
}

/** A value that only the running program knows. */
export interface HostUnknown {
  readonly kind: 'unknown';
  readonly span: Span;
  /** The values of which it is one: `a ? b : c`, `a ?? b`. */
  readonly choices?: readonly HostValue[];
}

export type HostValue = HostText | HostWord | HostList | HostMap | HostUnknown;

/** A part of a host file that can hold a query. */
export type HostNode =
  /** `use` is where the map goes. */
  | { readonly kind: 'map'; readonly map: HostMap; readonly use: MapUse }
  /** `callee` is the last name in the expression that is called. */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly span: Span;
      /** The first argument without a name. */
      readonly first: () => HostValue | undefined;
      /** The variables that are arguments, or whose members are. */
      readonly variables?: () => readonly string[];
      readonly named: HostMap;
    }
  | { readonly kind: 'named'; readonly name: string; readonly value: HostValue }
  /** A parameter that is added to an object, which is named as it is written. */
  | { readonly kind: 'set'; readonly object: string; readonly entry: HostEntry }
  /** Code of another language. */
  | { readonly kind: 'nested'; readonly text: HostText; readonly read: (code: string) => HostSource }
  /** `isOpen`: parameters that change which modules are used may be added to an address. */
  | { readonly kind: 'text'; readonly text: HostText; readonly isOpen?: boolean };

/** The use of a map: as an argument of a call, in a variable, or elsewhere. */
export interface MapUse {
  readonly callee?: string;
  readonly variable?: string;
  /** The text of the argument in front of the map. */
  readonly before?: string;
  /** The program merges the map with others. */
  readonly isMerged?: boolean;
}

/** The parts of a source that can hold queries. */
export interface HostSource {
  readonly nodes: Iterable<HostNode>;
  readonly names: PlaceholderNames;
}
