/** Results that are kept beyond their session, and comparing results. None of it needs a request to a site. */
import * as v from 'valibot';
import { runCounts, runResultSchema, runStatusSchema } from './run.ts';
import { accepts, list, object, optional, request } from './schema.ts';
import { siteSchema } from './sites.ts';

const milliseconds = v.pipe(v.number(), v.finite());

/** What is remembered of a run. Nothing in it is secret. */
export const ranQuerySchema = object({
  title: v.string(),
  /** The address of its file. */
  uri: v.string(),
  /** What was asked, without the values of sensitive parameters; empty = not known. */
  query: v.string(),
  site: optional(siteSchema),
  pageUrl: optional(v.string()),
  ...runCounts,
  status: runStatusSchema,
  milliseconds,
  /** When it ran, in milliseconds since 1970. */
  ran: milliseconds,
});
export type RanQuery = v.InferOutput<typeof ranQuerySchema>;
export const isRanQuery = accepts(ranQuerySchema);

const snapshotSchema = object({
  id: v.string(),
  /** The user's own name for it. */
  name: v.string(),
  /** When it was kept, in milliseconds since 1970. */
  kept: milliseconds,
  about: ranQuerySchema,
});
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/** Why it was not done, as a sentence. `unreadable`: the database can only be set aside. */
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

/** Reads the rows of a snapshot as those of a new run. */
export const openSnapshotRequest = request('wikijql/openSnapshot', openSnapshotParamsSchema, runResultSchema);

const deletedSchema = v.union([object({ deleted: v.boolean() }), problemSchema]);
export type DeleteResult = v.InferOutput<typeof deletedSchema>;

/** `deleted`: false = it was gone already. */
export const deleteSnapshotRequest = request(
  'wikijql/deleteSnapshot',
  object({ snapshot: v.string() }),
  deletedSchema,
);

const setAsideSchema = v.union([object({ file: v.string() }), problemSchema]);
export type SetAsideResult = v.InferOutput<typeof setAsideSchema>;

/** Gives the database of the snapshots another name, so that a new one can begin. */
export const setAsideRequest = request('wikijql/setAsideSnapshots', object({}), setAsideSchema);

// ── Comparing ────────────────────────────────────────────────────────────────────────

/** A run, and what it is called for the user. */
const sideSchema = object({ run: v.string(), name: v.string() });

const compareParamsSchema = object({
  /** The run of the comparison, chosen by the client. */
  run: v.string(),
  title: v.string(),
  before: sideSchema,
  after: sideSchema,
});
export type CompareParams = v.InferOutput<typeof compareParamsSchema>;

/** Compares two runs: a run of its own, whose tables have a `comparison`. */
export const compareRequest = request('wikijql/compare', compareParamsSchema, runResultSchema);

const comparisonTextParamsSchema = object({ run: v.string(), before: v.string(), after: v.string() });
export type ComparisonTextParams = v.InferOutput<typeof comparisonTextParamsSchema>;

/** The rows that differ as text with the names of both sides; `null` = the comparison is forgotten. */
export const comparisonTextRequest = request(
  'wikijql/comparisonText',
  comparisonTextParamsSchema,
  v.nullable(object({ text: v.string() })),
);
