/** Whether a text can be the name of a site, as it follows `# @site`. */
export const isSiteName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);

/** The prefix of the environment variables that hold the credentials of a site. @param name as in the settings */
export const variablePrefix = (name: string): string =>
  `WIKIJQL_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
