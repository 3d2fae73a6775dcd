import type { DrawChart } from './report-dependencies.ts';

/** Reads the bundle that draws charts, which is that of the panels. @param file its path or address */
export async function loadCharts(file: string): Promise<DrawChart> {
  const { default: bundle }: { readonly default: { readonly chartSvg: DrawChart } } = await import(file);
  return bundle.chartSvg;
}
