/** Snapshots: results that are kept beyond their session, and comparing results. No request to a site is needed. */
import * as v from 'valibot';
import { runCounts, runResultSchema, runStatusSchema } from './run.ts';
import { accepts, list, object, optional, request } from './schema.ts';
import { siteSchema } from './sites.ts';

const milliseconds = v.pipe(v.number(), v.finite());

/** A run as the history and snapshots remember it, without secrets. */
export const ranQuerySchema = object({
  title: v.string(),
  /** The address of its file. */
  uri: v.string(),
  /** The query, without the values of sensitive parameters; empty = unknown. */
  query: v.string(),
  site: optional(siteSchema),
  pageUrl: optional(v.string()),
  ...runCounts,
  status: runStatusSchema,
  milliseconds,
  /** The time of the run, in milliseconds since 1970. */
  ran: milliseconds,
});
export type RanQuery = v.InferOutput<typeof ranQuerySchema>;
export const isRanQuery = accepts(ranQuerySchema);

const snapshotSchema = object({
  id: v.string(),
  /** The user's name for the snapshot. */
  name: v.string(),
  /** When it was kept, in milliseconds since 1970. */
  kept: milliseconds,
  about: ranQuerySchema,
});
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/** The reason for a failure, as a sentence. `unreadable`: the database cannot be read, only set aside. */
const problemSchema = object({ problem: v.string(), unreadable: optional(v.literal(true)) });
export type SnapshotProblem = v.InferOutput<typeof problemSchema>;

const keepParamsSchema = object({ run: v.string(), name: v.string(), about: ranQuerySchema });
export type KeepParams = v.InferOutput<typeof keepParamsSchema>;
const keepResultSchema = v.union([object({ snapshot: snapshotSchema }), problemSchema]);
export type KeepResult = v.InferOutput<typeof keepResultSchema>;

/** Keeps the rows of a run under a name. */
export const keepRequest = request('wikijql/keep', keepParamsSchema, keepResultSchema);

const snapshotsResultSchema = v.union([object({ snapshots: list(snapshotSchema) }), problemSchema]);
export type SnapshotsResult = v.InferOutput<typeof snapshotsResultSchema>;

/** All snapshots, the latest first. */
export const snapshotsRequest = request('wikijql/snapshots', object({}), snapshotsResultSchema);

const openSnapshotParamsSchema = object({ run: v.string(), snapshot: v.string() });
export type OpenSnapshotParams = v.InferOutput<typeof openSnapshotParamsSchema>;

/** Copies the rows of a snapshot into a new run. */
export const openSnapshotRequest = request('wikijql/openSnapshot', openSnapshotParamsSchema, runResultSchema);

const deletedSchema = v.union([object({ deleted: v.boolean() }), problemSchema]);
export type DeleteResult = v.InferOutput<typeof deletedSchema>;

/** `deleted` is false if the snapshot did not exist any more. */
export const deleteSnapshotRequest = request(
  'wikijql/deleteSnapshot',
  object({ snapshot: v.string() }),
  deletedSchema,
);

const setAsideSchema = v.union([object({ file: v.string() }), problemSchema]);
export type SetAsideResult = v.InferOutput<typeof setAsideSchema>;

/** Renames the database of the snapshots, so that a new one can begin. */
export const setAsideRequest = request('wikijql/setAsideSnapshots', object({}), setAsideSchema);

// ── Comparing ────────────────────────────────────────────────────────────────────────

/** A run, its name for the user, and whether the site has more rows than it has. */
const sideSchema = object({ run: v.string(), name: v.string(), isPartial: optional(v.boolean()) });

const compareParamsSchema = object({
  /** The run of the comparison, chosen by the client. */
  run: v.string(),
  title: v.string(),
  before: sideSchema,
  after: sideSchema,
});
export type CompareParams = v.InferOutput<typeof compareParamsSchema>;

/** Compares two runs. The result is a run of its own, whose tables have a `comparison`. */
export const compareRequest = request('wikijql/compare', compareParamsSchema, runResultSchema);

const comparisonTextParamsSchema = object({ run: v.string(), before: v.string(), after: v.string() });
export type ComparisonTextParams = v.InferOutput<typeof comparisonTextParamsSchema>;

/** The rows that differ, as text with the names of both sides; `null` = the comparison is no longer stored. */
export const comparisonTextRequest = request(
  'wikijql/comparisonText',
  comparisonTextParamsSchema,
  v.nullable(object({ text: v.string() })),
);
