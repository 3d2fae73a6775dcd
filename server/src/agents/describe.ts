import * as v from 'valibot';
import skeletons from '../../catalogue/agents/described-names.json' with { type: 'json' };
import { uncachedView } from '../checking/uncached-view.ts';
import { fillTemplate } from '../common/template.ts';
import type { TokenKind } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { knownSite } from './agent-sites.ts';
import type { AgentDependencies } from './dependencies.ts';
import { name } from './given-arguments.ts';
import { type AgentMessage, Refusal, say } from './refusal.ts';
import { agentTool } from './tool.ts';
import type { Outcome } from './tool-answer.ts';

const kinds = ['module', 'parameter', 'field', 'function', 'operator', 'directive'] as const;
type Kind = (typeof kinds)[number];

/** A query that has a name, with `{name}` in its place. */
interface Skeleton {
  readonly language: string;
  readonly text: string;
}

const skeletonsOf: Readonly<Record<Kind, readonly Skeleton[]>> = skeletons.kinds;

const schema = v.strictObject({
  kind: v.picklist(kinds),
  name: v.pipe(name, v.regex(/^[^\r\n]+$/, say('expected.line'))),
  module: v.exactOptional(v.pipe(name, v.regex(/^\w+$/, say('expected.word')))),
  site: v.exactOptional(name),
});
type Described = v.InferOutput<typeof schema>;

/** Describes a name by what the editor says of it in the smallest query that has it. */
export const describe = (dependencies: AgentDependencies) =>
  agentTool(schema, async (given): Promise<Outcome> => {
    if (given.site !== undefined) knownSite(dependencies.settings(), given.site);
    for (const skeleton of skeletonsFor(given)) {
      const markdown = await explanation(dependencies, given, skeleton);
      if (markdown !== undefined)
        return { summary: say(`describe.${given.kind}`), facts: { kind: given.kind }, data: { markdown } };
    }
    throw new Refusal(unknownName(given), {}, { name: given.name });
  });

const unknownName = ({ kind, module }: Described): AgentMessage =>
  kind === 'parameter' && module !== undefined
    ? 'describe.unknown.parameter.of-module'
    : `describe.unknown.${kind}`;

const skeletonsFor = ({ kind, module }: Described): readonly Skeleton[] =>
  kind === 'parameter' && module !== undefined
    ? skeletons.ofModule.map(({ language, text }) => ({
        language,
        text: text.replace('{module}', () => module),
      }))
    : skeletonsOf[kind];

async function explanation(
  { language: load, context }: AgentDependencies,
  { kind, name: given, site }: Described,
  { language: languageId, text }: Skeleton,
): Promise<string | undefined> {
  const { service, syntax } = await load(languageId);
  const written = writtenName(kind, given);
  const start = text.indexOf('{name}');
  const document = new QueryDocument('', languageId, 1, fillTemplate(text, { name: written }), syntax);
  const placed = document.placed(0);
  const view = uncachedView(placed.block, document.header, syntax);
  const around = { ...context(undefined), ...(site !== undefined && { defaultSite: site }) };
  const found = service.explain(view, start, around);
  const isUnknown = service
    .problems(view, around)
    .some(({ code, span }) => unknownCodes.test(code) && span.start <= start && start < span.end);
  const isOther =
    kind === 'operator' &&
    service.tokens(view, around).some(each => each.span.start === start && !operatorTokens.has(each.kind));
  return isUnknown || isOther || !isOf(found?.span, start, written) ? undefined : found?.markdown;
}

const operatorTokens: ReadonlySet<TokenKind> = new Set(['operator', 'keyword']);
const unknownCodes = /^(?:unknown|unrecognized)/;

/** What is explained is the name itself, perhaps with its quotes or a sign, and not what it is in. */
const isOf = (span: Span | undefined, start: number, written: string): boolean =>
  span !== undefined &&
  span.start <= start + 1 &&
  span.end >= start + written.length &&
  span.end - span.start <= written.length + 2;

/** A name as a query has it. */
function writtenName(kind: Kind, given: string): string {
  if (kind === 'function') return given.replace(/\(\s*\)$/, '');
  if (kind === 'directive') return given.replace(/^[#\s]*@/, '');
  if (kind === 'field' && !/^(?:[\w.]+|"[^"]*"|'[^']*'|cf\[\d+\])$/.test(given))
    return `"${given.replaceAll('"', '')}"`;
  return given;
}
