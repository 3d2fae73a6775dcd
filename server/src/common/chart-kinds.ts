/** How a result can be drawn. */
export const chartKinds = ['bar', 'stacked', 'line', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];
