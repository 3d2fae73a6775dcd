/** The product's explanations of some of the collected queries. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { contextOf, type CorpusName, readCorpus, serviceOf, viewOf } from './corpus.ts';
import { inRoot } from './paths.ts';

const shape = v.array(v.strictObject({ query: v.string(), words: v.array(v.string()) }));
export type QueryInWords = v.InferOutput<typeof shape>[number];

export const wordsFile = inRoot('test/corpus/in-words.json');

/** The explanations that were reviewed. */
export const readWords = (): readonly QueryInWords[] =>
  v.parse(shape, JSON.parse(readFileSync(wordsFile, 'utf8')));

export const inWords = (name: CorpusName, query: string): readonly string[] =>
  serviceOf(name).inWords(viewOf(name, query), contextOf());

/** Every third query of JQL and every eighth of a wiki. */
export const chosenWords = (): QueryInWords[] =>
  (
    [
      ['jql', 3],
      ['wiki', 8],
    ] as const
  ).flatMap(([name, step]) =>
    readCorpus(name)
      .filter((_, index) => index % step === 0)
      .map(({ query }) => ({ query, words: [...inWords(name, query)] })),
  );
