/** The calls and texts of public code in `test/corpus/embedded.json`. */
import calls from '../corpus/embedded.json' with { type: 'json' };

/** A call, or a text, of public code: as short as it can be read. */
export interface Call {
  readonly host: string;
  readonly language: string;
  readonly code: string;
  readonly from: string;
  /** Why it is not found in its file, though a reader finds it. */
  readonly missed?: string;
  /** Why a search for words finds it, though it is no query. */
  readonly none?: string;
}

export const collectedCalls: readonly Call[] = calls;

const name = ({ language }: Call): string => (language === 'jql' ? 'jql' : 'x');

/** The code where its host would have it. */
export function sourceOf(call: Call): string {
  const { host, language, code } = call;
  if (host === 'powershell') return `$${name(call)} = ${code}`;
  if (host === 'markdown') return `\`\`\`${language}\n${code}\n\`\`\``;
  if (host === 'php') return code.startsWith('(') ? `<?php f${code};` : `<?php $${name(call)} = ${code};`;
  if (host === 'yaml') return `${name(call)}: ${code}`;
  if (host === 'json') return `{"${name(call)}": ${code}}`;
  if (host === 'shellscript') return language === 'jql' ? `x --jql ${code}` : `curl -d ${code}`;
  if (host === 'python' && code.startsWith('(') && language === 'wikiquery') return `get${code}`;
  return `${name(call)} = ${code}`;
}
