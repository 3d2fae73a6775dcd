/** Fingerprints of findings, which tell them apart wherever they move in their file. */
import { createHash } from 'node:crypto';
import type { CheckedFile, Finding } from './finding.ts';

/**
 * Gives each finding of a file its fingerprint: of the file, the name of the query, the code, the text that it is about, and
 * its number among equal ones. The number of a query, lines and messages are no part of it: they change with what is not
 * about the finding.
 *
 * @param nameOfFile the path of the file that counts
 */
export function withFingerprints(
  checked: CheckedFile,
  nameOfFile: (file: string) => string = portable,
): CheckedFile {
  const counts = new Map<string, number>();
  const findings = checked.findings.map((finding): Finding => {
    const key = keyOf({ ...finding, file: nameOfFile(finding.file) });
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([key, count]))
      .digest('hex')
      .slice(0, 32);
    return { ...finding, fingerprint };
  });
  return { ...checked, findings };
}

const keyOf = ({ file, query, code, text }: Finding): string =>
  JSON.stringify([file, nameOf(query), code, text.trim().replaceAll(/\s+/g, ' ')]);

/** The name of a query; empty where it has only a number. */
export const nameOf = (query: string): string => (/^\d+$/.test(query) ? '' : query);

/** The path of a file as it is on every system. */
export const portable = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
