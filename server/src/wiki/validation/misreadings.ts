/** Reports values that the wiki accepts but reads differently than the author likely means. */
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { ActiveModule } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { decodedUrlText } from '../url.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';
import { isOnlySigns } from '../values/plain-text.ts';
import { pageAddress } from '../values/title.ts';
import { type Check, valueSpan } from './wiki-check.ts';

/** Reports what the wiki accepts silently but reads differently than the author likely means. */
export function checkMisreadings(check: Check): void {
  checkContinuation(check);
  for (const active of check.model.active) {
    checkQuotes(check, active);
    checkEncoded(check, active);
  }
  checkEntities(check);
}

/** The names of parameters that continue a list. */
const continues = /^(?!rawcontinue$)\w*(?:continue|offset)$/;

/** Reports the continuation of an earlier response, with which a run would leave out the rows before it. */
function checkContinuation(check: Check): void {
  const { model } = check;
  const nodes = model.query.parameters.filter(
    node =>
      continues.test(node.name.text) &&
      model.binding(node) !== undefined &&
      model.node(node.name.text) === node &&
      !['', '0', '||', '-||'].includes(node.value?.text ?? ''),
  );
  const [first] = nodes;
  if (first === undefined) return;
  const general = model.node('continue');
  const all = general === undefined || nodes.includes(general) ? nodes : [...nodes, general];
  const names = all.map(({ name }) => name.text).join(', ');
  check.report('information', 'leftover-continuation', first.span, { names });
}

/** Reports `&amp;` in a URL that was copied from HTML. */
function checkEntities(check: Check): void {
  const { entities = [], parameters } = check.model.query;
  const first = entities[0];
  const after = parameters.find(({ span }) => first !== undefined && span.start >= first.end);
  if (first === undefined) return;
  check.warning('html-entity', first, { name: `amp;${after?.name.text ?? ''}` });
}

/**
 * Reports percent-encoded text outside of a URL, where nothing decodes it. Values of other types than text are
 * reported as invalid.
 */
function checkEncoded(check: Check, active: ActiveModule): void {
  if (check.model.query.form === 'url') return;
  for (const { name, type } of active.module.parameters) {
    if (type !== 'string' || name === 'titles' || name === 'title') continue;
    const node = check.model.nodeOf(active, name);
    const text = node?.value?.text ?? '';
    if (node === undefined || !/%[0-9A-Fa-f]{2}/.test(text)) continue;
    const to = decodedUrlText(text.replaceAll('+', '%2B'));
    if (to === text || to.includes('%')) continue;
    check.report('information', 'encoded-value', valueSpan(node), { value: text, to });
  }
}

/** Reports quotes around a whole title or name, or around each of several, which the wiki reads as part of it. */
function checkQuotes(check: Check, active: ActiveModule): void {
  for (const parameter of active.module.parameters) {
    const { type, name } = parameter;
    if (type !== 'title' && type !== 'user' && name !== 'titles' && name !== 'title') continue;
    const node = check.model.nodeOf(active, name);
    if (node && isQuoted(node)) check.warning('quoted-value', valueSpan(node), { name: node.name.text });
    if (node?.value && type !== 'user') checkInvisible(check, node, node.value.text);
    if (node?.value && type !== 'user') checkAddresses(check, node.name.text, node.value, parameter.multi);
  }
}

/** Reports values that all have the quotes of code around them, or a comma or semicolon after them. */
export function checkCode(check: Check): void {
  const { query } = check.model;
  const { form } = query;
  const parameters = query.parameters.filter(({ name }) => !isOnlySigns(name.text));
  const [first] = parameters;
  const values = parameters.map(({ value }) => value?.text ?? '');
  if (form === 'url' || first === undefined || values.length < 2 || values[0]!.startsWith('>')) return;
  const isCode =
    values.every(value => inQuotes.test(value) || value.startsWith('=')) ||
    [',', ';', '&', '\\'].some(sign => isEachBefore(values, sign));
  if (isCode) check.warning('quoted-value', valueSpan(first), {}, { message: 'quoted-value.code' });
}

/** Reports the address of a page where a query is expected; returns whether it is one. */
export function checkPageAddress(check: Check): boolean {
  const { address, parameters } = check.model.query;
  const valueOf = (wanted: string): string | undefined =>
    parameters.find(({ name }) => name.text === wanted)?.value?.text;
  const [, path] = pageAddress.exec(address?.text ?? '') ?? [];
  const title = address?.text.endsWith('/index.php') === true ? valueOf('title') : path;
  // The address of the sandbox holds a query.
  if (address === undefined || title === undefined || valueOf('action') === 'query') return false;
  const args = { title: decodedUrlText(title).replaceAll('_', ' ') };
  check.warning('title-address', address.span, args, { message: 'title-address.query' });
  return true;
}

const inQuotes = /^(?:(["'`])[^"'`]*\1|[“„«‘][^“„«‘”»’]*[”“»’])[,;]?$/;

/** Whether a sign is after each value, or after each of several but the last. */
const isEachBefore = (values: readonly string[], sign: string): boolean =>
  values.every((value, at) => value.endsWith(sign) || (at > 1 && at === values.length - 1));

function checkAddresses(check: Check, name: string, text: MappedText, multi: boolean): void {
  for (const { text: value, span } of multi ? multipleValues(text) : [singleValue(text)])
    if (pageAddress.test(value)) check.warning('title-address', span, { name, value });
}

/** Characters of no width that a title keeps; between letters only of scripts that need none of them. */
const invisible =
  /(?<!\p{L})[\u00ad\u200b\u2060\ufeff]|[\u00ad\u200b\u2060\ufeff](?!\p{L})|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u00ad\u200b\u2060\ufeff]/gu;

function checkInvisible(check: Check, node: ParameterNode, text: string): void {
  const to = text.replaceAll(invisible, '');
  if (to !== text) check.warning('invisible-character', valueSpan(node), { to });
}

const isQuoted = ({ value }: ParameterNode): boolean =>
  value?.text.split('|').every(part => /^(?:(["'])[^"']+\1|[“„][^“„”]+[”“])$/.test(part)) === true;
