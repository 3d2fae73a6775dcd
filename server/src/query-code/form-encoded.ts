/** Encodes parameters like a form, in their order. */
export const formEncoded = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
