import openValues from '../../../catalogue/wiki/open-values.json' with { type: 'json' };
import type { Module, Parameter } from './catalogue.ts';

const open: ReadonlySet<string> = new Set(openValues);

/** Whether a wiki's own configuration decides which values a parameter has, such as the types of its logs. */
export const isOpen = (module: Module, parameter: Parameter): boolean =>
  parameter.open || open.has(`${module.name}.${parameter.name}`);
