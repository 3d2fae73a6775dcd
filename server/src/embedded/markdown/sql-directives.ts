const directive = /^([ \t]*)--(?=[ \t]{0,20}@[A-Za-z])/gm;

/**
 * Returns the comments `-- @key value` of a statement as directives of a query file, at the same offsets; other text is blank.
 */
export function sqlDirectives(sql: string): string {
  return sql
    .replaceAll(directive, '$1# ')
    .split(/(?<=[\r\n])/)
    .map(line => (/^[ \t]*# {0,20}@/.test(line) ? line : line.replaceAll(/[^\r\n]/g, ' ')))
    .join('');
}
