/**
 * Writes fields of Jira whose values are objects of a known shape as text: service levels, requests of
 * customers, assets, tracked times. Shapes: https://developer.atlassian.com/cloud/jira/service-desk/rest/ and answers of
 * public test recordings (DefectDojo, atlascode, devlake, jirametrics).
 */
import * as v from 'valibot';
import texts from '../../../catalogue/messages/tracker-values.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

const say = wordingOf<keyof typeof texts>(texts);

/** The text of an object of a known shape; `null` = it says nothing, `undefined` = the shape is unknown. */
export function knownText(object: JsonObject): string | null | undefined {
  if (isEmptyObject(object)) return null;
  if (arrayOf(object['completedCycles']) !== undefined) return serviceLevel(object);
  if (isObject(object['requestType'])) return textOf(object['requestType']['name']) || null;
  if (typeof object['rating'] === 'number') return say('rating', { rating: object['rating'] });
  if (typeof object['errorMessage'] === 'string') return object['errorMessage'];
  const isAsset = typeof object['objectId'] === 'string' && object['workspaceId'] !== undefined;
  if (isAsset || typeof object['objectKey'] === 'string') return asset(object);
  if (isTracking(object)) return tracked(object);
  return undefined;
}

/** Objects that stand for an empty value: a parent that cannot be set, no restriction, no progress. */
function isEmptyObject(object: JsonObject): boolean {
  const keys = Object.keys(object);
  if (keys.length === 0) return true;
  if (object['progress'] === 0 && object['total'] === 0) return true;
  if (
    keys.every(
      key => key === 'hasEpicLinkFieldDependency' || key === 'showField' || key === 'nonEditableReason',
    )
  )
    return true;
  const restrictions = object['issuerestrictions'];
  return isObject(restrictions) && Object.keys(restrictions).length === 0;
}

/** The current cycle of a service level, else its last one; `null` = it has none. */
function serviceLevel(object: JsonObject): string | null {
  const ongoing = object['ongoingCycle'];
  const cycle = isObject(ongoing) ? ongoing : arrayOf(object['completedCycles'])?.findLast(isObject);
  if (cycle === undefined || !isObject(cycle)) return null;
  const time = isObject(cycle['remainingTime']) ? textOf(cycle['remainingTime']['friendly']) : '';
  if (cycle['breached'] === true) return say('sla.breached', { time });
  if (!isObject(ongoing)) return say('sla.met', { time });
  if (cycle['paused'] === true) return say('sla.paused', { time });
  const due = isObject(cycle['breachTime']) ? minuteOf(cycle['breachTime']['epochMillis']) : '';
  return due === '' ? say('sla.left', { time }) : say('sla.left.due', { time, due });
}

/** A moment in UTC, to the minute; empty = none. */
const minuteOf = (time: Json | undefined): string =>
  typeof time === 'number' && Math.abs(time) <= 8.64e15
    ? `${new Date(time).toISOString().slice(0, 16)}Z`
    : '';

/** An asset by its label and key, else by its number. */
function asset({ label, objectKey, objectId }: JsonObject): string {
  const name = textOf(label);
  const key = textOf(objectKey) || textOf(objectId);
  return name === '' ? key : `${name} (${key})`;
}

const isTracking = (object: JsonObject): boolean =>
  ['originalEstimateSeconds', 'remainingEstimateSeconds', 'timeSpentSeconds'].some(
    member => typeof object[member] === 'number',
  );

function tracked({ originalEstimate, remainingEstimate, timeSpent }: JsonObject): string {
  const [estimate, left, spent] = [textOf(originalEstimate), textOf(remainingEstimate), textOf(timeSpent)];
  if (estimate !== '')
    return say(left === '' ? 'times.estimate' : 'times', { spent: spent || '0m', estimate, left });
  if (left === '') return spent;
  return spent === '' ? say('times.left', { left }) : say('times.spent', { spent, left });
}

/**
 * The counts of the development panel, in the tracker's words: `pullrequest: 4 merged · build: 3, 1 failed`. Its field is the text
 * form of a Java object with the same as JSON in it. `null` = it counts nothing, `undefined` = another text. Forms:
 * https://github.com/airbytehq/airbyte (source-jira) and answers in public test recordings.
 */
export function developmentText(value: string): string | null | undefined {
  if (!developmentStart.test(value) || value.length > maxDevelopmentLength) return undefined;
  const at = value.search(/(?:json|devSummaryJson)=\{"/);
  const { success, output } = v.safeParse(development, value.slice(value.indexOf('=', at) + 1, -1));
  // Without readable JSON, only one thing is sure: whether all counts are 0.
  if (!success)
    return value.startsWith('{summaryBean=') && !/[Cc]ount"?[=:][1-9]/.test(value) ? null : undefined;
  const parts = Object.entries(output.cachedValue.summary).flatMap(([type, { overall }]) =>
    counted(type, overall),
  );
  return parts.length === 0 ? null : parts.join(' · ');
}

const developmentStart = /^\{(?:summaryBean=|[a-z-]{1,40}=\{)/;
const maxDevelopmentLength = 100_000;

const counts = v.record(
  v.string(),
  v.object({
    overall: v.object({
      count: v.number(),
      state: v.optional(v.nullable(v.string())),
      failedBuildCount: v.optional(v.number()),
      details: v.optional(v.record(v.string(), v.unknown())),
    }),
  }),
);
type Counted = v.InferOutput<typeof counts>[string]['overall'];

const development = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ cachedValue: v.object({ summary: counts }) }),
);

function counted(type: string, { count, state, failedBuildCount = 0, details = {} }: Counted): string[] {
  if (count <= 0) return [];
  const byState = Object.entries(details).flatMap(([name, of]) =>
    name.endsWith('Count') && typeof of === 'number' && of > 0
      ? [`${of} ${name.slice(0, -'Count'.length)}`]
      : [],
  );
  const whole = state ? `${count} ${state.toLowerCase()}` : String(count);
  const words = byState.length > 0 ? byState.join(', ') : whole;
  const failed = failedBuildCount > 0 ? say('development.failed', { count: failedBuildCount }) : '';
  return [`${type}: ${[words, failed].filter(Boolean).join(', ')}`];
}
