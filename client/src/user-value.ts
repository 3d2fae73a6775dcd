import { settingTables } from '#shared/protocol/settings.ts';

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

type Members = Readonly<Record<string, unknown>>;

/**
 * A member of the table `advanced`, as the user set it; else the user's value of the setting that it stands for, or
 * that one's default.
 */
export function advancedValue<Value>(
  configuration: Inspectable,
  member: keyof typeof settingTables.advanced,
  unset: Value,
): Value {
  return advancedMember(
    configuration,
    member,
    userValue(configuration, settingTables.advanced[member], unset),
  );
}

/** A member of the table `advanced`, as the user set it, or a value for where that is not set. */
export function advancedMember<Value>(
  configuration: Inspectable,
  member: keyof typeof settingTables.advanced,
  unset: Value,
): Value {
  const value = configuration.inspect<Members>('advanced')?.globalValue?.[member];
  return isLike(value, unset) ? value : unset;
}

/**
 * A member of the table `language`, of the folder, the workspace or the user; else the value of the setting that it
 * stands for, or that one's default.
 */
export function languageValue<Value>(
  configuration: Inspectable & { get<Other>(key: string, unset: Other): Other },
  member: keyof typeof settingTables.language,
  unset: Value,
): Value {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    configuration.inspect<Members>('language') ?? {};
  const value = { ...globalValue, ...workspaceValue, ...workspaceFolderValue }[member];
  return isLike(value, unset) ? value : configuration.get(settingTables.language[member], unset);
}

/** Whether a value is of the type of another one. */
const isLike = <Value>(value: unknown, other: Value): value is Value => typeof value === typeof other;
