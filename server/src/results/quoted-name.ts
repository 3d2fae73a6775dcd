/** Quotes a name for SQL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
