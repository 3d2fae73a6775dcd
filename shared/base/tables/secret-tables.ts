import facts from '../../../server/catalogue/wiki/columns.json' with { type: 'json' };

const tables: ReadonlySet<string> = new Set(facts.secretTables);

/** Whether the rows of a table are secrets: no file contains them but an export that the user wants. */
export const isSecretTable = ({ id }: { readonly id: string }): boolean => tables.has(id);
