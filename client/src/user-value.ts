/** The part of the editor's configuration that is read here. */
export interface Inspectable {
  inspect<Value>(key: string): { readonly defaultValue?: Value; readonly globalValue?: Value } | undefined;
}

/**
 * The value that the user gives to a setting of the machine; else its default. Some editors let a folder set members of an
 * object with the settings in it (`"wikijql.http": {…}`), whatever scope they have: its values are not read here.
 */
export function userValue<Value>(configuration: Inspectable, key: string, unset: Value): Value {
  const found = configuration.inspect<Value>(key);
  return found?.globalValue ?? found?.defaultValue ?? unset;
}
