/** The content of trackers' locks. */
import type { TrackerDescription, TrackerValues } from '#shared/base/site-description.ts';
import { JsonReader } from '#shared/base/text/json-reader.ts';
import { isTrue } from '../../jql/catalogue/tracker-values.ts';
import type { LockedField, LockedFunction, LockedType, TrackerLock } from './lock-schema.ts';

const limits = { fields: 20_000, functions: 2_000, words: 2_000, names: 50 };

type Contents = Pick<
  TrackerLock,
  | 'deployment'
  | 'account'
  | 'fields'
  | 'fieldTypes'
  | 'functions'
  | 'reservedWords'
  | 'projects'
  | 'statuses'
  | 'versions'
>;

const sorted = <Item>(list: readonly Item[], key: (item: Item) => string): readonly Item[] =>
  list.toSorted((a, b) => compare(key(a), key(b)));

/** The content of a tracker's lock, sorted. @throws CatalogueError for a description of another shape */
export function trackerContents(description: TrackerDescription): Contents {
  const { autocompleteData, fields, deploymentType = '', values } = description;
  const root = JsonReader.of(autocompleteData, 'autocompletedata');
  return {
    deployment: deploymentType,
    account: values?.hasAccount === true,
    fields: sorted(
      root.member('visibleFieldNames').elements(limits.fields).map(readField),
      ({ value, cfid = '' }) => `${value}\0${cfid}`,
    ),
    fieldTypes: sorted(
      fields === undefined ? [] : JsonReader.of(fields, 'field').elements(limits.fields).flatMap(readType),
      ({ names }) => names.join('\0'),
    ),
    functions: sorted(
      root.member('visibleFunctionNames').elements(limits.functions).map(readFunction),
      ({ value }) => value,
    ),
    reservedWords: sorted(textsOf(root.member('jqlReservedWords'), limits.words), word => word),
    ...(values && sortedValues(values)),
  };
}

function sortedValues({ projects, statuses, versions }: TrackerValues): Partial<Contents> {
  return {
    projects: projects.toSorted((a, b) => compare(a.key, b.key)),
    statuses: statuses.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
    ...(versions && {
      versions: versions.toSorted(
        (a, b) => compare(a.project, b.project) || compare(a.name, b.name) || compare(a.id, b.id),
      ),
    }),
  };
}

/** Restores the description from which a lock was made. @throws CatalogueError if it cannot be read as that of a tracker */
export function trackerDescription(lock: TrackerLock): TrackerDescription {
  const { deployment, fields, fieldTypes, functions, reservedWords, software } = lock;
  const { account, projects, statuses, versions } = lock;
  const description: TrackerDescription = {
    kind: 'tracker',
    autocompleteData: {
      visibleFieldNames: fields,
      visibleFunctionNames: functions.map(({ isEither, ...each }) => ({
        ...each,
        ...(isEither === true && { supportsListAndSingleValueOperators: true }),
      })),
      jqlReservedWords: reservedWords,
    },
    fields: fieldTypes.map(({ names, type, items }) => ({
      clauseNames: names,
      schema: { type, ...(items !== undefined && { items }) },
    })),
    ...(deployment !== '' && { deploymentType: deployment }),
    ...(software !== '' && { software }),
    ...(projects !== undefined &&
      statuses !== undefined && {
        values: { hasAccount: account, projects, statuses, ...(versions && { versions }) },
      }),
  };
  trackerContents(description);
  return description;
}

function readField(field: JsonReader): LockedField {
  const displayName = field.member('displayName').optional(member => member.text());
  const cfid = field.member('cfid').optional(member => member.text());
  return {
    value: field.member('value').text(),
    ...(displayName !== undefined && { displayName }),
    ...(cfid !== undefined && { cfid }),
    operators: textsOf(field.member('operators'), limits.names),
    types: textsOf(field.member('types'), limits.names),
    ...(isTrue(field.member('orderable')) && { orderable: true }),
    ...(isTrue(field.member('auto')) && { auto: true }),
  };
}

/** The type of a field; `[]` = the tracker does not say it. */
function readType(field: JsonReader): LockedType[] {
  const schema = field.member('schema');
  const type = schema.isAbsent() ? undefined : schema.member('type').optional(member => member.text());
  const names = textsOf(field.member('clauseNames'), limits.names);
  if (type === undefined || names.length === 0) return [];
  const items = schema.member('items').optional(member => member.text());
  return [{ names: names.toSorted(compare), type, ...(items !== undefined && { items }) }];
}

const readFunction = (entry: JsonReader): LockedFunction => ({
  value: entry.member('value').text(),
  ...(isTrue(entry.member('isList')) && { isList: true }),
  ...(isTrue(entry.member('supportsListAndSingleValueOperators')) && { isEither: true }),
  types: textsOf(entry.member('types'), limits.names),
});

const textsOf = (list: JsonReader, maximum: number): readonly string[] =>
  list.elements(maximum).map(element => element.text());

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
