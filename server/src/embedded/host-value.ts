import type { MappedText } from '../language/mapped-text.ts';
import type { Span } from '../language/span.ts';
import type { PlaceholderNames } from './placeholder-names.ts';

/** A part of a host file in which text can be written. */
export interface Segment {
  /** Without the quotes. */
  readonly span: Span;
  /** How text is written there; `undefined` = it cannot be. */
  readonly encode: (text: string) => string | undefined;
}

/** A text of a host language. What is not literal is a use of a variable, as in query files. */
export interface HostText {
  readonly kind: 'text';
  /** The whole expression, quotes included. */
  readonly span: Span;
  readonly text: MappedText;
  readonly segments: readonly Segment[];
}

/** A number, or a flag that is on; `text` is what a request has for it. */
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
}

/** A dictionary, an object literal, an array with keys, or the named arguments of a call. */
export interface HostMap {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly HostEntry[];
}

/** What cannot be known without running the program. */
export interface HostUnknown {
  readonly kind: 'unknown';
  readonly span: Span;
}

export type HostValue = HostText | HostWord | HostList | HostMap | HostUnknown;

/** What a host file has that a query can be in. */
export type HostNode =
  /** @param use what is done with it */
  | { readonly kind: 'map'; readonly map: HostMap; readonly use: MapUse }
  /** @param callee the last name of what is called */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly span: Span;
      /** The first argument without a name. */
      readonly first: () => HostValue | undefined;
      readonly named: HostMap;
    }
  | { readonly kind: 'named'; readonly name: string; readonly value: HostValue }
  | { readonly kind: 'text'; readonly text: HostText };

/** Where a map goes: straight into a call, into a variable, or somewhere else. */
export interface MapUse {
  readonly callee?: string;
  readonly variable?: string;
  /** It is put together with others. */
  readonly isMerged?: boolean;
}

/** What a source has that a query can be in. */
export interface HostSource {
  readonly nodes: Iterable<HostNode>;
  readonly names: PlaceholderNames;
}
