import {
  refusals,
  type Attempt,
  type Doubt,
  type LoginRecord,
  type Pending,
  type Refusal,
  type Settled,
} from './login-rule.ts';

/** Reads a record as `JSON.stringify` wrote it; `undefined` = it is not one. */
export function readRecord(text: string): LoginRecord | undefined {
  const value = parsed(text);
  if (!isObject(value) || !isObject(value['refused']) || !isObject(value['doubtful'])) return undefined;
  const state = pendingOf(value['state']) ?? settledOf(value['state']);
  const refused = mapped(value['refused'], refusalOf);
  const doubtful = mapped(value['doubtful'], doubtOf);
  return state && refused && doubtful && { state, refused, doubtful };
}

/** `undefined` = one of the values is not what it should be. */
function mapped<T>(
  value: Record<string, unknown>,
  read: (each: unknown) => T | undefined,
): Record<string, T> | undefined {
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const found = read(each);
    return found === undefined ? [] : [[key, found] as const];
  });
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined;
}

function pendingOf(value: unknown): Pending | undefined {
  const attempt = attemptOf(value);
  if (!attempt || !isObject(value) || value['status'] !== 'pending') return undefined;
  const { owner, since } = value;
  const before = settledOf(value['before']);
  if (typeof owner !== 'string' || typeof since !== 'number' || !before) return undefined;
  return { status: 'pending', ...attempt, owner, since, before };
}

function settledOf(value: unknown): Settled | undefined {
  if (!isObject(value)) return undefined;
  const { status } = value;
  if (status === 'none') return { status };
  const attempt = attemptOf(value);
  return status === 'accepted' && attempt ? { status, ...attempt, used: value['used'] === true } : undefined;
}

function attemptOf(value: unknown): Attempt | undefined {
  if (!isObject(value)) return undefined;
  const { version, login } = value;
  return typeof version === 'string' && typeof login === 'string' ? { version, login } : undefined;
}

function doubtOf(value: unknown): Doubt | undefined {
  if (!isObject(value) || typeof value['login'] !== 'string') return undefined;
  const { login, owner, earlier } = value;
  return {
    login,
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(typeof earlier === 'string' ? { earlier } : {}),
  };
}

function refusalOf(value: unknown): Refusal | undefined {
  if (!isObject(value)) return undefined;
  const { loginUrl } = value;
  const reason = refusals.find(each => each === value['reason']);
  return reason && { reason, ...(typeof loginUrl === 'string' ? { loginUrl } : {}) };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
