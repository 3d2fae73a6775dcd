/** What a catalogue knows of the names in a query. */
import type { Field, Value } from '../syntax/nodes.ts';
import type { FieldEntry, JqlCatalogue, JqlFunction } from './catalogue.ts';

/** What is known of a field; undefined = nothing. */
export function entryOf(catalogue: JqlCatalogue, field: Field): FieldEntry | undefined {
  const { customField, properties } = field;
  if (customField !== undefined && properties.length === 0) return catalogue.customField(customField);
  const table = properties.length === 0 ? catalogue.fieldTable : catalogue.propertyTable;
  return field.find(table) ?? catalogue.field(nameOf(field));
}

/** The name by which a catalogue knows a field: with its property, where that is part of it. */
export const nameOf = ({ name, properties }: Field): string => (properties.length === 0 ? name : `${name}[]`);

/** What is known of a function by its name; undefined = nothing. */
export const functionOf = (catalogue: JqlCatalogue, name: Value): JqlFunction | undefined =>
  name.find(catalogue.functionTable) ?? catalogue.function(name.text);
