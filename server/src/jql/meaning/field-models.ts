import meaning from '../../../catalogue/jql/meaning.json' with { type: 'json' };
import type { FieldEntry } from '../catalogue/catalogue.ts';

/**
 * What is certain of the values of a field. `exclusive`: one value, and two names are two values. `ordered`: one number or
 * moment. `named`: one or more values, of which two names may mean the same.
 */
export type FieldModel = 'exclusive' | 'ordered' | 'named';

const models: ReadonlyMap<string, FieldModel> = new Map(
  (['exclusive', 'ordered', 'named'] as const).flatMap(model =>
    meaning[model].map(name => [name, model] as const),
  ),
);

/** `undefined` = nothing is certain, as of custom fields: several can have one name, and a query asks all of them. */
export const fieldModelOf = ({ name, form }: FieldEntry): FieldModel | undefined =>
  form === undefined ? models.get(name) : undefined;
