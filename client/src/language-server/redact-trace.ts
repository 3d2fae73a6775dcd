/** Redacts the trace of `wikijql.trace.server`: it shows all messages except the contents of those with secrets. */
import * as v from 'valibot';
import type * as vscode from 'vscode';
import { secretRequest } from '#shared/protocol/sites/login.ts';
import { pasteAsRequest } from '#shared/protocol/documents/query-conversion.ts';
import { accepts, object, optional } from '#shared/protocol/schema.ts';

/** The messages with a secret, or with a text from elsewhere that may contain one. */
const secretMethods: ReadonlySet<unknown> = new Set([secretRequest.method, pasteAsRequest.method]);

const traced = /^(?:Sending|Received) (?:request|response) '([^' ]*)/;
/** A user name and password in an address within other text. */
const inAddress = /\/\/[^/\s"@]*@/g;
/** The start of a JSON member with an address of a proxy or a site. */
const addressMember = /"(?:[\w.]+\.)?(?:proxy|url)"\s*:\s*"/g;

/** Whether a value is a message as the language client traces it in JSON. */
const isTraced = accepts(object({ type: v.string(), message: object({ method: optional(v.unknown()) }) }));

/**
 * The part of a line of the trace that may be written. A trace in words names the method; a response in JSON does
 * not, so none is shown whole.
 */
export function secretless(line: string): string {
  if (!holdsSecret(line)) return withoutAddresses(line).replace(inAddress, '//…@');
  const [head = ''] = line.split('\n', 1);
  return head.startsWith('{') ? JSON.stringify({ method: methodOf(line) }) : head;
}

/** The method of a traced message, without secrets. */
function methodOf(line: string): string {
  const parsed: unknown = JSON.parse(line);
  const method = isTraced(parsed) ? parsed.message.method : undefined;
  return method === pasteAsRequest.method ? pasteAsRequest.method : secretRequest.method;
}

/** Removes each address with an `@` completely: with special characters in a password, its start is unknown. */
function withoutAddresses(line: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: member, index } of line.matchAll(addressMember)) {
    const start = index + member.length;
    if (start < end) continue;
    const close = closingQuote(line, start);
    const isShown = !line.slice(start, close).includes('@');
    parts.push(line.slice(end, start), isShown ? line.slice(start, close) : '…');
    end = close;
  }
  return parts.join('') + line.slice(end);
}

/** The offset of the quotation mark that closes a JSON string. @param start the offset of its text */
function closingQuote(line: string, start: number): number {
  let at = start;
  while (at < line.length && line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return Math.min(at, line.length);
}

function holdsSecret(line: string): boolean {
  if (!line.startsWith('{')) return secretMethods.has(traced.exec(line)?.[1]);
  const parsed: unknown = JSON.parse(line);
  return !isTraced(parsed) || parsed.type === 'send-response' || secretMethods.has(parsed.message.method);
}

/** Wraps an output channel so that secrets are left out of its trace. */
export function traceChannel(output: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return {
    get name() {
      return output.name;
    },
    get logLevel() {
      return output.logLevel;
    },
    onDidChangeLogLevel: output.onDidChangeLogLevel,
    trace: line => output.trace(secretless(line)),
    debug: line => output.debug(line),
    info: line => output.info(line),
    warn: line => output.warn(line),
    error: line => output.error(line),
    append: value => output.append(value),
    appendLine: value => output.appendLine(value),
    replace: value => output.replace(value),
    clear: () => output.clear(),
    show: () => output.show(),
    hide: () => output.hide(),
    dispose: () => output.dispose(),
  };
}
