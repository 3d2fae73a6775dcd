/** Makes the request of a wiki query, and addresses of it to open. */
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import { type WikiModel, wireName } from './model.ts';

/** The request for a query. */
export interface BuiltRequest {
  /** The parameters that are always sent, then those of the query; of a duplicate name, only the last one. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Whether a module requires POST, or a secret must stay out of the URL. */
  readonly post: boolean;
  /** The parameter that needs a token of that type when the query runs. */
  readonly token?: { readonly parameter: string; readonly type: string };
  /** Names whose values must not be shown. */
  readonly sensitive: ReadonlySet<string>;
}

/** Builds the request of a query, with resolved values and the parameters that wikijql needs to read the answer. */
export function buildWikiRequest(model: WikiModel): BuiltRequest {
  const supplied = [...alwaysSentParameters].filter((entry): entry is [string, string] => entry[1] !== null);
  const writtenParameters = model.query.parameters.flatMap(node => {
    const name = node.name.text;
    if (name === '' || alwaysSentParameters.has(name) || model.node(name) !== node) return [];
    return [[name, node.value?.text ?? ''] as const];
  });
  const token = tokenOf(model);
  const sensitive = new Set(
    [...model.names].filter(([, { parameter }]) => parameter.sensitive).map(([name]) => name),
  );
  return {
    parameters: [...supplied, ...writtenParameters],
    post:
      model.active.some(({ module }) => module.mustBePosted) ||
      writtenParameters.some(([name, value]) => value !== '' && sensitive.has(name)),
    sensitive,
    ...(token && { token }),
  };
}

/** A token that a module requires and the file does not have. */
function tokenOf(model: WikiModel): BuiltRequest['token'] {
  for (const active of model.active) {
    for (const { name, tokenType } of active.module.parameters) {
      const parameter = wireName(active, name);
      const value = model.node(parameter)?.value?.text ?? '';
      if (tokenType !== undefined && value === '') return { parameter, type: tokenType };
    }
  }
  return undefined;
}

/** The request as an address to open or to copy, without the values that must not be shown. */
export function requestUrl(api: string, request: BuiltRequest): string {
  const [address = ''] = api.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}${formEncoded(request)}`;
}

/** The wiki's API sandbox with the request filled in; undefined if the URL of the API does not show where that is. */
export function sandboxUrl(api: string, request: BuiltRequest): string | undefined {
  const script = /^(.*\/)api\.php(?:[?#].*)?$/s.exec(api);
  return script ? `${script[1]!}index.php?title=Special:ApiSandbox#${formEncoded(request)}` : undefined;
}

/** The parameters that the query itself sets, one per line, without the values that must not be shown. */
export const recordedQuery = ({ parameters, sensitive }: BuiltRequest): string =>
  parameters
    .filter(([name]) => !alwaysSentParameters.has(name) && !sensitive.has(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('\n');

const formEncoded = ({ parameters, sensitive }: BuiltRequest): string =>
  new URLSearchParams(
    parameters.flatMap(([name, value]): [string, string][] => (sensitive.has(name) ? [] : [[name, value]])),
  ).toString();
