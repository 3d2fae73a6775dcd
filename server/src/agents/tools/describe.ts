/** The tool that describes a module, parameter, field, function, operator or directive, or a problem that a check finds. */
import * as v from 'valibot';
import skeletons from '../../../catalogue/agents/described-names.json' with { type: 'json' };
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import { fillTemplate } from '#shared/base/text/wording.ts';
import type { TokenKind } from '../../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { knownSite } from '../agent-sites.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { name } from '../given-arguments.ts';
import { type AgentMessage, Refusal, say } from '../refusal.ts';
import { agentTool, type Outcome } from '../tool.ts';

const kinds = ['module', 'parameter', 'field', 'function', 'operator', 'directive'] as const;
type Kind = (typeof kinds)[number];
/** The code of a problem is described by the page about it. */
const problemKind = 'problem';

/** A query that has a name, with `{name}` in its place. */
interface Skeleton {
  readonly language: string;
  readonly text: string;
}

const skeletonsOf: Readonly<Record<Kind, readonly Skeleton[]>> = skeletons.kinds;

const schema = v.strictObject({
  kind: v.picklist([...kinds, problemKind]),
  name: v.pipe(name, v.regex(/^[^\r\n]+$/, say('expected.line'))),
  module: v.exactOptional(v.pipe(name, v.regex(/^\w+$/, say('expected.word')))),
  site: v.exactOptional(name),
});
type Input = v.InferOutput<typeof schema>;
type Described = Input & { readonly kind: Kind };

/** Describes a name by what the editor says of it in the smallest query that has it. */
export const describe = (dependencies: AgentDependencies) =>
  agentTool(schema, async (input): Promise<Outcome> => {
    if (input.site !== undefined) knownSite(dependencies.settings(), input.site);
    if (!isName(input)) return problemPage(input.name);
    for (const skeleton of skeletonsFor(input)) {
      const markdown = await explanation(dependencies, input, skeleton);
      if (markdown !== undefined)
        return { summary: say(`describe.${input.kind}`), facts: { kind: input.kind }, data: { markdown } };
    }
    throw new Refusal(unknownName(input), {}, { name: input.name });
  });

const isName = (input: Input): input is Described => input.kind !== problemKind;

/** The page about a problem, with a wrong and a right example. @throws Refusal where no problem has the code */
async function problemPage(code: string): Promise<Outcome> {
  const pages = await import('../../query-file/checking/problem-pages.ts');
  const markdown = pages.problemText(code);
  if (markdown !== undefined)
    return { summary: say('describe.problem'), facts: { kind: problemKind }, data: { markdown } };
  const similar = nearest(
    code,
    pages.problemPages.map(page => page.code),
  );
  throw new Refusal(
    'describe.unknown.problem',
    {},
    { name: code },
    similar === undefined ? undefined : { name: similar },
  );
}

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
  { kind, name: requestedName, site }: Described,
  { language: languageId, text }: Skeleton,
): Promise<string | undefined> {
  const { service, syntax } = await load(languageId);
  const canonicalName = writtenName(kind, requestedName);
  const start = text.indexOf('{name}');
  const document = new QueryDocument('', languageId, 1, fillTemplate(text, { name: canonicalName }), syntax);
  const placed = document.placed(0);
  const view = uncachedView(placed.block, document.header, syntax);
  const around = {
    ...context(undefined),
    ...(site !== undefined && { defaultSite: site, defaultSites: { wiki: site, tracker: site } }),
  };
  const explained = service.explain(view, start, around);
  const isUnknown = service
    .problems(view, around)
    .some(({ code, span }) => unknownCodes.test(code) && span.start <= start && start < span.end);
  const isOther =
    kind === 'operator' &&
    service.tokens(view, around).some(token => token.span.start === start && !operatorTokens.has(token.kind));
  return isUnknown || isOther || !isOf(explained?.span, start, canonicalName)
    ? undefined
    : explained?.markdown;
}

const operatorTokens: ReadonlySet<TokenKind> = new Set(['operator', 'keyword']);
const unknownCodes = /^(?:unknown|unrecognized)/;

/** Whether an explanation is about the name itself, perhaps with its quotes or a sign, and not about the text around it. */
const isOf = (span: Span | undefined, start: number, written: string): boolean =>
  span !== undefined &&
  span.start <= start + 1 &&
  span.end >= start + written.length &&
  span.end - span.start <= written.length + 2;

/** A name as a query has it. */
function writtenName(kind: Kind, requestedName: string): string {
  if (kind === 'module') return requestedName.replace(/^(?:list|prop|meta|generator)=/, '');
  if (kind === 'function') return requestedName.replace(/\(\s*\)$/, '');
  if (kind === 'directive') return requestedName.replace(/^[#\s]*@/, '');
  if (kind === 'field' && !/^(?:[\w.]+|"[^"]*"|'[^']*'|cf\[\d+\])$/.test(requestedName))
    return `"${requestedName.replaceAll('"', '')}"`;
  return requestedName;
}
