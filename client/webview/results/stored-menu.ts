/** What can be done with the rows of a result besides looking at them: comparing and keeping. */
import { button } from '../dom.ts';
import type { FromResultsPanel } from '../../../server/src/protocol/panel-messages.ts';
import { text } from '../texts.ts';

type Command = Extract<FromResultsPanel, { readonly type: 'stored' }>['command'];

const ofResults: readonly Command[] = ['comparePrevious', 'compareSnapshot', 'compareSite', 'keepSnapshot'];
const ofComparisons: readonly Command[] = ['showComparisonText'];

/** The items of the menu; `choose` gets the command of one. */
export const storedItems = (isComparison: boolean, choose: (command: Command) => void): readonly Node[] =>
  (isComparison ? ofComparisons : ofResults).map(command =>
    button(text(`stored.${command}`), () => choose(command), { class: 'item' }),
  );
