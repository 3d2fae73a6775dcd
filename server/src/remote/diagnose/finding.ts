import type texts from '../../../catalogue/messages/diagnose.json';
import type { Values } from '../../common/template.ts';
import type { DiagnosisStep } from '../../protocol/diagnosis.ts';

/** A finding by its key in the texts; its advice is the text of that key with `.advice`, unless another one is named. */
export interface Finding {
  readonly outcome: DiagnosisStep['outcome'];
  readonly key: keyof typeof texts;
  readonly values?: Values;
  readonly advice?: string;
  /** Facts, each a key in the texts with its values. */
  readonly details?: readonly (readonly [key: keyof typeof texts, values: Values])[];
}
