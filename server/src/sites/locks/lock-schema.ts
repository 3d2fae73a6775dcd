/** The schema of a stored lock. Names are values, never keys: a hostile name is only a text. */
import * as v from 'valibot';
import { object, optional } from '#shared/protocol/schema.ts';

/** The version of the schema. */
export const lockFormat = 1;

const limits = { text: 2_000, modules: 2_000, fields: 20_000, functions: 2_000, values: 20_000, names: 50 };

const text = v.pipe(v.string(), v.maxLength(limits.text));
const listOf = <const Item extends v.GenericSchema>(item: Item, maximum: number) =>
  v.pipe(v.array(item), v.maxLength(maximum), v.readonly());
const id = v.pipe(v.number(), v.safeInteger());

const head = {
  format: v.literal(lockFormat),
  site: v.pipe(text, v.minLength(1)),
  url: text,
  software: text,
  time: v.pipe(v.string(), v.isoTimestamp()),
};

const namespaceSchema = object({ id, names: listOf(text, limits.names) });

/** Modules are in the form of `action=paraminfo`, which its own reader checks. */
const wikiLockSchema = object({
  ...head,
  kind: v.literal('wiki'),
  modules: listOf(v.record(v.string(), v.unknown()), limits.modules),
  namespaces: listOf(namespaceSchema, limits.values),
});
export type WikiLock = v.InferOutput<typeof wikiLockSchema>;

const fieldSchema = object({
  value: text,
  displayName: optional(text),
  cfid: optional(text),
  operators: listOf(text, limits.names),
  types: listOf(text, limits.names),
  orderable: optional(v.boolean()),
  auto: optional(v.boolean()),
});
export type LockedField = v.InferOutput<typeof fieldSchema>;

const schemaSchema = object({
  names: listOf(text, limits.names),
  type: text,
  items: optional(text),
});
export type LockedType = v.InferOutput<typeof schemaSchema>;

const functionSchema = object({
  value: text,
  isList: optional(v.boolean()),
  isEither: optional(v.boolean()),
  types: listOf(text, limits.names),
});
export type LockedFunction = v.InferOutput<typeof functionSchema>;

const projectSchema = object({ id: text, key: text, name: text });
const statusSchema = object({ id: text, name: text });
const versionSchema = object({ id: text, project: text, name: text });

const trackerLockSchema = object({
  ...head,
  kind: v.literal('tracker'),
  deployment: text,
  /** Whether the tracker was requested with an account, of any user. */
  account: v.boolean(),
  fields: listOf(fieldSchema, limits.fields),
  fieldTypes: listOf(schemaSchema, limits.fields),
  functions: listOf(functionSchema, limits.functions),
  reservedWords: listOf(text, limits.functions),
  projects: optional(listOf(projectSchema, limits.values)),
  statuses: optional(listOf(statusSchema, limits.values)),
  versions: optional(listOf(versionSchema, limits.values)),
});
export type TrackerLock = v.InferOutput<typeof trackerLockSchema>;

export const lockSchema = v.variant('kind', [wikiLockSchema, trackerLockSchema]);
export type Lock = v.InferOutput<typeof lockSchema>;

/** The version of a lock's schema, read before anything else; `undefined` = not a lock. */
export const formatOf = (data: unknown): number | undefined => {
  const { success, output } = v.safeParse(v.object({ format: v.number() }), data);
  return success ? output.format : undefined;
};
