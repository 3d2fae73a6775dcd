/** A time as answers hold it: `2024-01-15T14:56:00Z`. */
export const stamp = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** A time as continuation values and archive names hold it: `20240115145600`. */
export const digitStamp = (time: number): string => stamp(time).replaceAll(/\D/gu, '');

export const expiryStamp = (expiry: number | 'infinity'): string =>
  expiry === 'infinity' ? expiry : stamp(expiry);
