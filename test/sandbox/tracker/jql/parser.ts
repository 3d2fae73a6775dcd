import { Cursor } from './cursor.ts';
import { JqlSyntaxError } from './errors.ts';
import type { Clause, JqlQuery, Operand, Operator, Predicate, Sort } from './nodes.ts';

const predicateNames = ['after', 'before', 'by', 'during', 'on', 'from', 'to'] as const;
const compared = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'] as const;
const deepest = 500;

/** Reads a query the way the tracker does: any operand after any operator. @throws JqlSyntaxError */
export const parseJql = (jql: string): JqlQuery => new Parser(new Cursor(jql)).query();

class Parser {
  readonly #cursor: Cursor;
  #depth = 0;
  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  query(): JqlQuery {
    const where = this.#cursor.isWord('order') || this.#cursor.token.kind === 'end' ? undefined : this.#or();
    const orderBy: Sort[] = [];
    if (this.#cursor.takeWord('order')) {
      if (!this.#cursor.takeWord('by')) this.#cursor.fail('expectedToken', 'by');
      do orderBy.push(this.#sort());
      while (this.#cursor.takeSign(','));
      if (this.#cursor.token.kind !== 'end') this.#cursor.fail('expectedToken', ',');
    }
    if (this.#cursor.token.kind !== 'end') this.#cursor.fail('expectedConjunction');
    return { where, orderBy };
  }

  #or(): Clause {
    const clauses = [this.#and()];
    while (this.#cursor.takeWord('or') || this.#cursor.takeSign('|', '||')) clauses.push(this.#and());
    return clauses.length === 1 && clauses[0] ? clauses[0] : { kind: 'or', clauses };
  }

  #and(): Clause {
    const clauses = [this.#not()];
    while (this.#cursor.takeWord('and') || this.#cursor.takeSign('&', '&&')) clauses.push(this.#not());
    return clauses.length === 1 && clauses[0] ? clauses[0] : { kind: 'and', clauses };
  }

  #not(): Clause {
    if (++this.#depth > deepest) throw new JqlSyntaxError('tooDeep', []);
    try {
      if (this.#cursor.takeWord('not') || this.#cursor.takeSign('!'))
        return { kind: 'not', clause: this.#not() };
      if (!this.#cursor.takeSign('(')) return this.#terminal();
      const clause = this.#or();
      this.#cursor.close(')');
      return clause;
    } finally {
      this.#depth--;
    }
  }

  #terminal(): Clause {
    const field = this.#field();
    const operator = this.#operator();
    if (operator === 'changed')
      return { kind: 'terminal', field, operator, operand: undefined, predicates: this.#predicates() };
    const operand = this.#operand();
    return {
      kind: 'terminal',
      field,
      operator,
      operand,
      predicates: operator.startsWith('was') ? this.#predicates() : [],
    };
  }

  #field(): string {
    if (this.#cursor.takeWord('cf')) {
      this.#cursor.close('[');
      const id = this.#cursor.takeName() ?? this.#cursor.fail('expectedField');
      this.#cursor.close(']');
      return `cf[${id.text}]`;
    }
    return (this.#cursor.takeName() ?? this.#cursor.fail('expectedField')).text;
  }

  #operator(): Operator {
    for (const sign of compared) if (this.#cursor.takeSign(sign)) return sign;
    if (this.#cursor.takeWord('in')) return 'in';
    if (this.#cursor.takeWord('changed')) return 'changed';
    const negated = (): boolean => this.#cursor.takeWord('not') || this.#cursor.takeSign('!');
    if (this.#cursor.takeWord('is')) return negated() ? 'is not' : 'is';
    if (this.#cursor.takeWord('was')) {
      const not = negated();
      if (this.#cursor.takeWord('in')) return not ? 'was not in' : 'was in';
      return not ? 'was not' : 'was';
    }
    if (negated()) {
      if (this.#cursor.takeWord('in')) return 'not in';
      this.#cursor.fail('expectedToken', 'IN');
    }
    return this.#cursor.fail('expectedOperator');
  }

  #operand(): Operand {
    if (this.#cursor.takeWord('empty') || this.#cursor.takeWord('null')) return { kind: 'empty' };
    if (this.#cursor.takeSign('(')) {
      if (++this.#depth > deepest) throw new JqlSyntaxError('tooDeep', []);
      const items: Operand[] = [];
      do items.push(this.#operand());
      while (this.#cursor.takeSign(','));
      this.#cursor.close(')');
      this.#depth--;
      return { kind: 'list', items };
    }
    const value = this.#cursor.takeName() ?? this.#cursor.fail('expectedOperand');
    if (!this.#cursor.takeSign('('))
      return { kind: 'value', text: value.text, quoted: value.kind === 'string' };
    const args: string[] = [];
    if (!this.#cursor.takeSign(')')) {
      do args.push((this.#cursor.takeName() ?? this.#cursor.fail('expectedToken', ')')).text);
      while (this.#cursor.takeSign(','));
      this.#cursor.close(')');
    }
    return { kind: 'function', name: value.text, args };
  }

  #predicates(): Predicate[] {
    const found: Predicate[] = [];
    for (;;) {
      const name = predicateNames.find(one => this.#cursor.takeWord(one));
      if (name === undefined) return found;
      found.push({ name, operand: this.#operand() });
    }
  }

  #sort(): Sort {
    const field = this.#field();
    if (this.#cursor.takeWord('desc')) return { field, descending: true };
    return { field, descending: this.#cursor.takeWord('asc') ? false : undefined };
  }
}
