import type { Vault } from '../../session/vault.ts';
import type { ToWorker, WorkerWish } from './rpc.ts';

type Question = Extract<WorkerWish, { kind: 'vault' }>;
type Answer = Extract<ToWorker, { kind: 'secret' }>;

/** The worker's end of the vault, which lives in the other thread. */
export class ThreadVault implements Vault {
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

  /** A failure is worded by whoever asked: all that is known of it here is that there is one. */
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

/** The other end: asks the vault. What it says of a failure stays here, as it could quote a secret. */
export async function answerOf(vault: Vault, question: Question): Promise<Answer> {
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
