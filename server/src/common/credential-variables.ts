/** How the names of the environment's variables begin that hold the credentials of a site; `name` as in the settings. */
export const variablePrefix = (name: string): string =>
  `WIKIJQL_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
