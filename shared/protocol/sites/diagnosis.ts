/** Diagnosis of a site: why it cannot be reached, and what it allows. */
import * as v from 'valibot';
import { list, object, optional, request } from '../schema.ts';
import { siteReferenceSchema } from '../sites.ts';

/** The steps of a diagnosis, in the order in which a request meets them. */
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
  /** `skipped`: an earlier step failed, or the step does not apply. */
  outcome: v.picklist(['passed', 'warning', 'failed', 'skipped']),
  /** The finding, as a sentence. */
  message: v.string(),
  /** Facts about the finding, one per line. */
  details: optional(list(v.string())),
  /** The recommended action. */
  advice: optional(v.string()),
});
export type DiagnosisStep = v.InferOutput<typeof diagnosisStepSchema>;

const diagnosisSchema = object({
  steps: list(diagnosisStepSchema),
  /** The steps as text to read and to copy, without secrets. */
  text: v.string(),
});
export type Diagnosis = v.InferOutput<typeof diagnosisSchema>;

/** Diagnoses a site: without credentials, and again with a session that exists already. Never signs in. */
export const diagnoseRequest = request('wikijql/diagnose', siteReferenceSchema, diagnosisSchema);
