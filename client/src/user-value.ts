/** The part of the editor's configuration that is used. */
export interface Inspectable {
  inspect<Value>(key: string):
    | {
        readonly defaultValue?: Value;
        readonly globalValue?: Value;
        readonly workspaceValue?: Value;
        readonly workspaceFolderValue?: Value;
      }
    | undefined;
}

/**
 * The user's value of a machine setting, or its default. Some editors let a folder set members of an object with
 * settings in it (`"wikijql.http": {…}`), whatever their scope: the folder's values are ignored here.
 */
export function userValue<Value>(configuration: Inspectable, key: string, unset: Value): Value {
  const values = configuration.inspect<Value>(key);
  return values?.globalValue ?? values?.defaultValue ?? unset;
}
