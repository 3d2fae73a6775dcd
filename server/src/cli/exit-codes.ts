/** How a verb ended. */
export const exits = {
  fine: 0,
  findings: 1,
  failure: 2,
  incomplete: 3,
  interrupted: 130,
  closedPipe: 141,
} as const;
export type Exit = (typeof exits)[keyof typeof exits];
