import { allowedValues, type Parameter } from '../../../../server/src/wiki/catalogue/wiki-catalogue.ts';

/** One way to fill in a parameter. */
export interface Filling {
  /** A description of the value, for the report. */
  readonly what: string;
  readonly value: string;
}

const many = (make: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('|');

/** Values of a type that are right in their own ways, and wrong in their own ways. */
const byType: Readonly<Record<string, readonly Filling[]>> = {
  integer: [
    { what: 'zero', value: '0' },
    { what: 'signed', value: '+5' },
    { what: 'negative', value: '-3' },
    { what: 'empty', value: '' },
    { what: 'blank in front', value: ' 5' },
    { what: 'exponent', value: '1e2' },
    { what: 'hexadecimal', value: '0x10' },
    { what: 'fraction', value: '1.5' },
    { what: 'max', value: 'max' },
    { what: 'largest', value: '9223372036854775807' },
    { what: 'too large', value: '9223372036854775808' },
    { what: 'smallest', value: '-9223372036854775808' },
  ],
  limit: [
    { what: 'max', value: 'max' },
    { what: 'upper case', value: 'MAX' },
    { what: 'zero', value: '0' },
    { what: 'high', value: '501' },
    { what: 'very high', value: '5001' },
    { what: 'empty', value: '' },
    { what: 'word', value: 'all' },
    { what: 'blank after it', value: '5 ' },
  ],
  boolean: [
    { what: 'empty', value: '' },
    { what: 'one', value: '1' },
    { what: 'zero', value: '0' },
    { what: 'false', value: 'false' },
  ],
  timestamp: [
    { what: 'blank instead of T', value: '2024-01-15 14:56:00' },
    { what: 'offset', value: '2024-01-15T14:56:00+02:00' },
    { what: 'short offset', value: '2024-01-15T14:56:00-0230' },
    { what: 'hours as offset', value: '2024-01-15 14:56:00 05' },
    { what: 'fraction', value: '2024-01-15T14:56:00.123Z' },
    { what: 'fraction with comma', value: '2024-01-15T14:56:00,5Z' },
    { what: 'compact', value: '20240115T145600Z' },
    { what: '14 digits', value: '20240115145600' },
    { what: 'seconds', value: '1705330560' },
    { what: 'seconds with a fraction', value: '1705330560.25' },
    { what: 'negative seconds', value: '-86400' },
    { what: 'milliseconds', value: '1705330560000' },
    { what: 'a date in digits', value: '20240115' },
    { what: 'mail', value: 'Mon, 15 Jan 2024 14:56:00 GMT' },
    { what: 'mail with comment', value: '15 Jan 2024 14:56:00 +0100; a comment' },
    { what: 'mail with a wrong month', value: 'Mon, 15 Foo 2024 14:56:00 GMT' },
    { what: 'mail with a wrong day', value: 'Foo, 15 Jan 2024 14:56:00 GMT' },
    { what: 'RFC 850', value: 'Monday, 15-Jan-24 14:56:00 UTC' },
    { what: 'RFC 850 in an unknown zone', value: 'Monday, 15-Jan-24 14:56:00 XYZ' },
    { what: 'asctime', value: 'Mon Jan 15 14:56:00 2024' },
    { what: 'EXIF', value: '2024:01:15 14:56:00' },
    { what: 'Oracle', value: '15-01-2024 14:56:00.123456' },
    { what: 'Postgres', value: '2024-01-15 14:56:00.25 GMT' },
    { what: 'now', value: 'now' },
    { what: 'upper case now', value: 'NOW' },
    { what: 'empty', value: '' },
    { what: 'zero', value: '0' },
    { what: 'only a date', value: '2024-01-15' },
    { what: 'without seconds', value: '2024-01-15T14:56' },
    { what: 'lower case', value: '2024-01-15t14:56:00z' },
    { what: 'a word', value: 'yesterday' },
    { what: 'infinity', value: 'infinity' },
    { what: 'blank in front', value: ' 2024-01-15T14:56:00Z' },
    { what: 'month 13', value: '2024-13-15T14:56:00Z' },
    { what: 'hour 25', value: '2024-01-15T25:61:61Z' },
    { what: '30 February', value: '2024-02-30T00:00:00Z' },
    { what: 'year zero', value: '00000000000000' },
    { what: 'blank for plus', value: '2024-01-15T14:56:00 02:00' },
    { what: '12 digits', value: '202401151456' },
  ],
  namespace: [
    { what: 'talk', value: '1' },
    { what: 'signed', value: '+4' },
    { what: 'special', value: '-1' },
    { what: 'unknown', value: '4711' },
    { what: 'name', value: 'Talk' },
    { what: 'star', value: '*' },
    { what: 'two', value: '0|1' },
    { what: 'two, one unknown', value: '0|77' },
    { what: 'empty', value: '' },
  ],
  user: [
    { what: 'unknown name', value: 'Nobody at all' },
    { what: 'with namespace', value: 'User:Admin' },
    { what: 'lower case', value: 'admin' },
    { what: 'underscore', value: 'Sample_bot' },
    { what: 'address', value: '192.0.2.1' },
    { what: 'IPv6', value: '2001:db8::1' },
    { what: 'range', value: '192.0.2.0/24' },
    { what: 'IPv6 range', value: '2001:db8::/32' },
    { what: 'span', value: '192.0.2.1 - 192.0.2.9' },
    { what: 'no address', value: '300.1.2.3' },
    { what: 'masked address', value: '192.0.2.xxx' },
    { what: 'number', value: '#1' },
    { what: 'hash', value: 'A#b' },
    { what: 'empty', value: '' },
    { what: 'brackets', value: '[x]' },
    { what: 'slash', value: 'A/b' },
    { what: 'interwiki', value: 'sample>Alice' },
    { what: 'other namespace', value: 'Talk:Alice' },
    { what: 'colon', value: 'Foo:Bar' },
    { what: 'two', value: 'Alice|Bob' },
    { what: 'at', value: 'a@b' },
    { what: 'too long', value: 'A'.repeat(256) },
    { what: 'temporary', value: '~2024-1' },
    { what: 'CIDR out of range', value: '192.0.2.0/33' },
  ],
  title: [
    { what: 'other', value: 'Talk:Physics' },
    { what: 'fragment', value: 'Physics#History' },
    { what: 'empty', value: '' },
    { what: 'brackets', value: '[]' },
    { what: 'entity', value: 'AT&amp;T' },
    { what: 'too long', value: 'é'.repeat(128) },
  ],
  string: [
    { what: 'empty', value: '' },
    { what: 'not NFC', value: 'E\u0301mile' },
    { what: 'control character', value: 'a\u0001b' },
    { what: 'separator', value: '\u001FA\u001FB' },
    { what: 'separator inside', value: 'A\u001FB' },
    { what: 'brackets', value: 'A[b' },
    { what: 'percent', value: 'A%41' },
  ],
};

/** All ways in which a parameter is tried. */
export function fillings(parameter: Parameter): readonly Filling[] {
  const { type, multi, deprecatedValues, min, max, lowLimit } = parameter;
  const allowed = allowedValues(parameter);
  const first = allowed?.find(value => value !== '') ?? '';
  const ofType = typeof type === 'string' ? (byType[type] ?? byType['string']!) : [];
  const ofEnumeration: Filling[] =
    allowed === undefined
      ? []
      : [
          { what: 'first', value: first },
          { what: 'last', value: allowed.at(-1)! },
          { what: 'unknown', value: 'bogus' },
          {
            what: 'upper case',
            value: first.toUpperCase() === first ? first.toLowerCase() : first.toUpperCase(),
          },
          { what: 'blank in front', value: ` ${first}` },
          { what: 'empty', value: '' },
          { what: 'bar after it', value: `${first}|` },
          { what: 'comma', value: `${first},${allowed.at(-1)!}` },
          { what: 'star', value: '*' },
          ...deprecatedValues.map(value => ({ what: 'deprecated', value })),
        ];
  const bounds: Filling[] = [
    ...(min === undefined ? [] : [{ what: 'below', value: String(min - 1) }]),
    ...(max === undefined ? [] : [{ what: 'above', value: String(max + 1) }]),
  ];
  const several: Filling[] = multi
    ? [
        { what: 'as many as allowed', value: many(index => sampleOf(parameter, index), lowLimit ?? 50) },
        { what: 'too many', value: many(index => sampleOf(parameter, index), (lowLimit ?? 50) + 1) },
        { what: 'far too many', value: many(index => sampleOf(parameter, index), 501) },
      ]
    : [{ what: 'separator in front', value: '\u001Fx' }];
  return [...ofEnumeration, ...ofType, ...bounds, ...several];
}

/** Values that are right and differ where they can. */
function sampleOf(parameter: Parameter, index: number): string {
  const allowed = allowedValues(parameter)?.filter(value => !parameter.deprecatedValues.includes(value));
  if (allowed) return allowed[index % allowed.length]!;
  if (parameter.type === 'namespace') return String(index % 15);
  return parameter.type === 'integer' ? String(index + 1) : `Alice ${index}`;
}
