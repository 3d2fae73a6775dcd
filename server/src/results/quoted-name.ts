/** A name as SQL writes it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
