/** Merges a tracker's description of itself into the built-in catalogue. */
import { isInsertable } from '#shared/base/visible-text.ts';
import { JsonReader } from '#shared/base/text/json-reader.ts';
import { indexJql, type JqlCatalogue } from './catalogue.ts';
import { cloudOperators, type FieldEntry, type JqlFunction } from './catalogue-entries.ts';
import { isTrue, plainText, typeOfClasses, typeOfSchema, unquoted } from './tracker-values.ts';

const limits = { fields: 20_000, functions: 2_000, words: 2_000, operators: 50, names: 50 };

/**
 * Returns a catalogue with a tracker's description of itself in place of the built-in one: the fields, their
 * operators and its functions. Built-in entries remain where the tracker does not mention them, as a user may not see
 * everything. A name that contains something invisible, such as a line end, is excluded: in a document it could begin
 * another query.
 *
 * @param autocompleteData the answer of `/rest/api/2/jql/autocompletedata`
 * @param fields the answer of `/rest/api/2/field`, for the types of fields; undefined where it could not be had
 * @throws CatalogueError when the data has another shape or exceeds a cap
 */
export function mergeTracker(
  builtIn: JqlCatalogue,
  autocompleteData: unknown,
  fields?: unknown,
): JqlCatalogue {
  const root = JsonReader.of(autocompleteData, 'autocompletedata');
  const schemas =
    fields === undefined ? new Map<string, string>() : readSchemas(JsonReader.of(fields, 'field'));
  const described = new Map<string, FieldEntry>();
  for (const shape of root.member('visibleFieldNames').elements(limits.fields)) {
    const field = readField(shape, builtIn, schemas);
    if (![field.name, ...field.aliases].every(isInsertable)) continue;
    const key = field.name.toLowerCase();
    const twin = described.get(key);
    described.set(key, twin === undefined ? field : mergeFields(twin, field));
  }
  const functions = root
    .member('visibleFunctionNames')
    .elements(limits.functions)
    .map(shape => readFunction(shape, builtIn))
    .filter(({ name }) => isInsertable(name));
  const functionNames = new Set(functions.map(({ name }) => name));
  const words = root
    .member('jqlReservedWords')
    .elements(limits.words)
    .map(word => word.text().toLowerCase());
  return indexJql({
    ...builtIn,
    fields: [
      ...described.values(),
      ...builtIn.fields.filter(({ name }) => !described.has(name.toLowerCase())),
    ],
    functions: [...functions, ...builtIn.functions.filter(({ name }) => !functionNames.has(name))],
    reservedWords: new Set([...builtIn.reservedWords, ...words]),
    complete: described.size > 0,
  });
}

/** Returns the types of custom fields by their names in queries, in lower case. */
function readSchemas(list: JsonReader): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const field of list.elements(limits.fields)) {
    const schema = field.member('schema');
    const type = schema.isAbsent() ? undefined : typeOfSchema(schema);
    if (type === undefined) continue;
    for (const name of field.member('clauseNames').elements(limits.names))
      types.set(name.text().toLowerCase(), type);
  }
  return types;
}

function readField(
  shape: JsonReader,
  builtIn: JqlCatalogue,
  schemas: ReadonlyMap<string, string>,
): FieldEntry {
  const fieldName = unquoted(shape.member('value').text());
  const id = shape.member('cfid').optional(member => member.text());
  const displayName = shape.member('displayName').optional(member => plainText(member.text()));
  const name =
    id !== undefined && fieldName === id
      ? (displayName ?? fieldName).replace(/ - cf\[\d+\]$/, '')
      : fieldName;
  const builtInField = id === undefined ? builtIn.field(fieldName) : undefined;
  const operators = new Set(
    shape
      .member('operators')
      .elements(limits.operators)
      .map(element => element.text().toLowerCase()),
  );
  const reported = {
    operators,
    orderable: isTrue(shape.member('orderable')),
    acceptsEmpty: operators.has('is'),
    history: operators.has('was') || operators.has('changed'),
    suggests: isTrue(shape.member('auto')),
    isFromSite: true,
  };
  if (builtInField !== undefined && builtInField.form === undefined)
    return operators.size === 0 ? { ...builtInField, isFromSite: true } : { ...builtInField, ...reported };
  const type =
    schemas.get((id ?? fieldName).toLowerCase()) ??
    typeOfClasses(shape.member('types').elements(limits.names), operators);
  return {
    name,
    form: undefined,
    aliases: id === undefined ? [] : [id],
    type,
    cloud: { aliases: [], ...cloudOperators(operators, [], []) },
    functions: new Map(),
    alwaysSet: false,
    values: [],
    textSearch: operators.has('~'),
    dateOnly: type === 'DATE',
    numberKind: undefined,
    requires: undefined,
    on: ['datacenter', 'cloud'],
    replacedBy: undefined,
    doubtful: [],
    ...reported,
  };
}

/** Merges two fields with one name: the result takes what either of them takes. */
const mergeFields = (one: FieldEntry, other: FieldEntry): FieldEntry => ({
  ...one,
  type: one.type === other.type ? one.type : 'CUSTOM',
  aliases: [...one.aliases, ...other.aliases],
  operators: new Set([...one.operators, ...other.operators]),
  orderable: one.orderable === true || other.orderable === true,
  acceptsEmpty: one.acceptsEmpty || other.acceptsEmpty,
  history: one.history || other.history,
  suggests: one.suggests || other.suggests,
});

function readFunction(shape: JsonReader, builtIn: JqlCatalogue): JqlFunction {
  const [beforeParenthesis = ''] = shape.member('value').text().split('(', 1);
  const name = unquoted(beforeParenthesis.trimEnd());
  const builtInFunction = builtIn.function(name);
  if (builtInFunction !== undefined) return { ...builtInFunction, isFromSite: true };
  return {
    name,
    cloudName: undefined,
    returns: undefined,
    shape: shapeOf(shape),
    operators: undefined,
    arguments: undefined,
    counts: undefined,
    requires: undefined,
    on: ['datacenter', 'cloud'],
    isFromSite: true,
  };
}

function shapeOf(entry: JsonReader): JqlFunction['shape'] {
  if (isTrue(entry.member('supportsListAndSingleValueOperators'))) return 'either';
  return isTrue(entry.member('isList')) ? 'list' : 'single';
}
