/** Finding out why a site cannot be reached, or what it allows. */
import * as v from 'valibot';
import { list, object, optional, request } from './schema.ts';
import { siteReferenceSchema } from './sites.ts';

/** What is looked at, in the order in which a request meets it. */
export const diagnosisSteps = [
  'address',
  'proxy',
  'name',
  'connection',
  'certificate',
  'response',
  'api',
  'account',
  'limits',
  'clock',
] as const;
export type DiagnosisStepName = (typeof diagnosisSteps)[number];

const diagnosisStepSchema = object({
  step: v.picklist(diagnosisSteps),
  /** `skipped`: an earlier step failed, or there is nothing to look at. */
  outcome: v.picklist(['passed', 'warning', 'failed', 'skipped']),
  /** What was found, as a sentence. */
  message: v.string(),
  /** Facts about it, each a line. */
  details: optional(list(v.string())),
  /** What to do about it. */
  advice: optional(v.string()),
});
export type DiagnosisStep = v.InferOutput<typeof diagnosisStepSchema>;

const diagnosisSchema = object({
  steps: list(diagnosisStepSchema),
  /** The steps as a text to read and to copy; nothing secret is in it. */
  text: v.string(),
});
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>;

/** Asks the site without credentials, and once more with a session that exists already. Never signs in. */
export const diagnoseRequest = request('wikijql/diagnose', siteReferenceSchema, diagnosisSchema);
