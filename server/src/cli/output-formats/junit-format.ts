/** Findings as JUnit’s XML. */
import Builder from 'fast-xml-builder';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { CheckedFile, Finding, UnreadFile } from '../finding.ts';
import type { OutputFormat } from './output-format.ts';

const attribute = '@';
const builder = new Builder({
  attributeNamePrefix: attribute,
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
});

/** Attributes of an element, without characters that XML forbids. */
const attributes = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [attribute + name, visibleLine(String(value))]),
  );

const isFailure = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning';

const lineOf = ({ line, column, severity, message, code }: Finding): string =>
  visibleLine(`${line}:${column}: ${severity}: ${message} (${code})`);

/** A suite for each file and a test for each query, which fails where it has errors or warnings; one that did not run is an error. */
export const junitFormat = (): OutputFormat => ({
  head: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wikijql">\n',
  file: checked => suite(checked.file, testsOf(checked)),
  unread: unread => suite(unread.file, [errorOf(unread)]),
  foot: () => '</testsuites>\n',
  hasFixes: false,
});

interface Outcome {
  readonly kind: 'passed' | 'failure' | 'error';
  readonly element: object;
}

function testsOf({ file, queries, findings }: CheckedFile): Outcome[] {
  const byQuery = Map.groupBy(findings, ({ query }) => query);
  const names = new Set([...queries, ...byQuery.keys()]);
  return Array.from(names, name => {
    const queryFindings = byQuery.get(name) ?? [];
    const failures = queryFindings.filter(isFailure);
    const [first] = failures;
    const identity = attributes({ name: name === '' ? file : name, classname: file });
    if (first === undefined) return { kind: 'passed', element: identity };
    const kind = failures.some(({ code }) => code === 'not-run') ? 'error' : 'failure';
    const details = {
      ...attributes({ message: first.message, type: first.code }),
      '#text': failures.map(lineOf).join('\n'),
    };
    return { kind, element: { ...identity, [kind]: details } };
  });
}

const errorOf = ({ file, failure }: UnreadFile): Outcome => ({
  kind: 'error',
  element: { ...attributes({ name: file, classname: file }), error: attributes({ message: failure }) },
});

function suite(file: string, outcomes: readonly Outcome[]): string {
  const count = (kind: Outcome['kind']): number => outcomes.filter(outcome => outcome.kind === kind).length;
  return builder.build({
    testsuite: {
      ...attributes({
        name: file,
        tests: outcomes.length,
        failures: count('failure'),
        errors: count('error'),
      }),
      testcase: outcomes.map(({ element }) => element),
    },
  });
}
