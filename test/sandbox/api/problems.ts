import type { Json, JsonObject } from '../json.ts';
import texts from './problems.json' with { type: 'json' };

export type ProblemCode = keyof typeof texts;

export const isProblemCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && Object.hasOwn(texts, code);

/** An error or a warning as the API reports it: MediaWiki's code, the sandbox's words. */
export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly data?: JsonObject;
  /** The path of the module, like `query+allpages`. */
  readonly module: string;
}

export type Details = Readonly<Record<string, string | number>>;

export function problem(
  module: string,
  code: ProblemCode,
  details: Details = {},
  data?: JsonObject,
): Problem {
  const text = texts[code].replaceAll(/\{(\w+)\}/gu, (whole, name: string) => String(details[name] ?? whole));
  return { code, text, ...(data ? { data } : {}), module };
}

/** Ends a request: the API reports one error and no result. */
export class Failure extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(reported: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(reported.text);
    this.problem = reported;
    this.headers = headers;
  }
}

/** Warnings in the members that an answer has for them. @param brief true = the older form, by module */
export function warningMembers(warnings: readonly Problem[], brief: boolean): JsonObject {
  if (warnings.length === 0) return {};
  if (!brief) return { warnings: warnings.map(asJson) };
  const byModule = Map.groupBy(warnings, ({ module }) => module.replace(/^query\+/u, ''));
  return {
    warnings: Object.fromEntries(
      [...byModule].map(([module, list]) => [module, { warnings: list.map(({ text }) => text).join('\n') }]),
    ),
  };
}

/** An error in the members that an answer has for it. */
export function errorMembers(failed: Problem, brief: boolean, docref: string): JsonObject {
  if (!brief) return { errors: [asJson(failed)], docref };
  const { code, text, data } = failed;
  return { error: { code, info: text, ...data, docref } };
}

const asJson = ({ code, text, data, module }: Problem): Json => ({
  code,
  text,
  ...(data ? { data } : {}),
  module,
});
