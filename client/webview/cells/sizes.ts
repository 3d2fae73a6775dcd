import { text } from '../texts.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A function that formats a number of bytes, in steps of 1,024 and with at most one decimal: "12.3 kB". */
export function humanSizes(locale: string | undefined): (bytes: number) => string {
  const formats = units.map(
    unit =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  );
  const whole = new Intl.NumberFormat(locale);
  return bytes => {
    const step = Math.min(units.length, Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10));
    return (
      formats[step - 1]?.format(bytes / 1024 ** step) ??
      text('cell.smallSize', { count: whole.format(bytes) })
    );
  };
}
