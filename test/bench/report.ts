/** Collects figures and bounds, and prints them as they come. */
export class Report {
  #broken = 0;

  heading(text: string): void {
    console.log(`\n${text}`);
  }

  figure(name: string, value: string, remark = ''): void {
    console.log(`  ${name.padEnd(56)} ${value.padStart(12)}  ${remark}`.trimEnd());
  }

  /** A figure that must not be above its bound. */
  bound(name: string, value: number, bound: number, show: (value: number) => string): void {
    const holds = value <= bound;
    if (!holds) this.#broken++;
    this.figure(name, show(value), `${holds ? '≤' : 'BROKEN: >'} ${show(bound)}`);
  }

  /** A figure that must not be above its bound, with the goal that it is still short of. */
  most(name: string, value: number, bound: number, goal: number): void {
    const holds = value <= bound;
    if (!holds) this.#broken++;
    const reached = value <= goal ? `goal ${goal} reached` : `goal ${goal} not reached`;
    this.figure(name, value.toFixed(1), `${holds ? '≤' : 'BROKEN: >'} ${bound}, ${reached}`);
  }

  /** A ratio that must not be below its bound, with the goal that it is still short of. */
  least(name: string, value: number, bound: number, goal: number): void {
    const holds = value >= bound;
    if (!holds) this.#broken++;
    const reached = value >= goal ? `goal ${goal} reached` : `goal ${goal} not reached`;
    this.figure(name, value.toFixed(1), `${holds ? '≥' : 'BROKEN: <'} ${bound}, ${reached}`);
  }

  /** How many bounds are broken. */
  get failures(): number {
    return this.#broken;
  }
}
