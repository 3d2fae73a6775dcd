import type { Vault } from '../session/vault.ts';
import type { ToWorker, WorkerMessage } from './messages.ts';

type Question = Extract<WorkerMessage, { kind: 'vault' }>;
type Answer = Extract<ToWorker, { kind: 'secret' }>;

/** The worker's side of the vault, which is in the other thread. */
export class VaultProxy implements Vault {
  readonly #post: (question: Question) => void;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  constructor(post: (question: Question) => void) {
    this.#post = post;
  }

  get(key: string, site: string): Promise<string | undefined> {
    return this.#ask({ operation: 'get', key, site });
  }

  async set(key: string, value: string): Promise<void> {
    await this.#ask({ operation: 'set', key, value });
  }

  async delete(key: string): Promise<void> {
    await this.#ask({ operation: 'delete', key });
  }

  receive(answer: Answer): void {
    this.#waiting.get(answer.question)?.(answer);
    this.#waiting.delete(answer.question);
  }

  /** The caller words a failure: no details of it reach the worker. */
  #ask(question: Omit<Question, 'kind' | 'question'>): Promise<string | undefined> {
    const number = this.#count++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, answer =>
        answer.failed ? reject(new Error('vault')) : resolve(answer.value),
      );
      this.#post({ kind: 'vault', question: number, ...question });
    });
  }
}

/** The answer of the vault, in the thread that has it. The message of a failure stays in this thread, because it could quote a secret. */
export async function answerFromVault(vault: Vault, question: Question): Promise<Answer> {
  const answer = { kind: 'secret', question: question.question } as const;
  const { operation, key, site = '', value = '' } = question;
  try {
    if (operation === 'get') return { ...answer, value: await vault.get(key, site) };
    await (operation === 'set' ? vault.set(key, value) : vault.delete(key));
    return answer;
  } catch {
    return { ...answer, failed: true };
  }
}
