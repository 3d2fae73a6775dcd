/** The parts that the arguments of several tools have. */
import * as v from 'valibot';

/** Characters of a text, and of a name. */
const maxTextLength = 100_000;
const maxNameLength = 1_000;

export const text = v.pipe(v.string(), v.maxLength(maxTextLength));
export const name = v.pipe(v.string(), v.maxLength(maxNameLength));
export const wholeNumber = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

const languageId = v.picklist(['wikiquery', 'jql']);

/** A text with its language, or a file. */
export const givenText = {
  text: v.exactOptional(text),
  language: v.exactOptional(languageId),
  file: v.exactOptional(name),
};
const givenTextSchema = v.object(givenText);
export type GivenText = v.InferOutput<typeof givenTextSchema>;

/** The queries that a tool looks at. */
export const givenQueries = {
  ...givenText,
  name: v.exactOptional(name),
  site: v.exactOptional(name),
};
const givenQueriesSchema = v.object(givenQueries);
export type GivenQueries = v.InferOutput<typeof givenQueriesSchema>;
