/** Shows the expectations of queries as tests in the Testing view. */
import * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { expectedNotification, type JudgeResult } from '#shared/protocol/documents/expectations.ts';
import { siteKindOf } from '../languages.ts';
import { onNotification, type Requests } from '../requests.ts';
import { isTrusted } from '../run/preconditions.ts';
import { reasonOf, text } from '../texts.ts';
import { failureMessage, outputOf, refusalMessage } from './verdict-message.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { TestTree } from './test-tree.ts';

/** Milliseconds after a change before a continuous run begins. */
const settling = 1000;

export class ExpectationTests implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #requests: Pick<Requests, 'expected' | 'judge'>;
  readonly #outcomes: Outcomes;
  readonly #tree: TestTree;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #registrations: vscode.Disposable;

  constructor(
    client: BaseLanguageClient,
    requests: Pick<Requests, 'expected' | 'judge'>,
    outcomes: Outcomes,
  ) {
    this.#requests = requests;
    this.#outcomes = outcomes;
    this.#controller = vscode.tests.createTestController('wikijql', text('testing.name'));
    this.#tree = new TestTree(this.#controller);
    const { Run } = vscode.TestRunProfileKind;
    const profile = this.#controller.createRunProfile(
      text('testing.run'),
      Run,
      (request, token) => this.#run(request, token),
      true,
      undefined,
      true,
    );
    this.#controller.refreshHandler = () => this.#refresh();
    this.#registrations = vscode.Disposable.from(
      profile,
      this.#controller,
      this.#changed,
      onNotification(client, expectedNotification, file => {
        this.#tree.update(file);
        this.#changed.fire(vscode.Uri.parse(file.uri, true).toString());
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri, languageId }) => {
        if (siteKindOf(languageId) !== undefined) this.#changed.fire(uri.toString());
      }),
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) void this.#refresh().catch(() => undefined);
      }),
    );
    void this.#refresh().catch(() => undefined);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  async #refresh(): Promise<void> {
    this.#tree.show(await this.#requests.expected());
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!isTrusted()) return;
    if (request.continuous === true) this.#follow(request, token);
    else await this.#runAll(request, this.#tree.queriesOf(request), token, false);
  }

  /** Runs one query after the other, to spare the sites. */
  async #runAll(
    request: vscode.TestRunRequest,
    items: readonly vscode.TestItem[],
    token: vscode.CancellationToken,
    isBackground: boolean,
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    const cancelled = new vscode.CancellationTokenSource();
    const cancel = (): void => cancelled.cancel();
    const listeners = [token.onCancellationRequested(cancel), run.token.onCancellationRequested(cancel)];
    for (const item of items) run.enqueued(item);
    try {
      for (const item of items) {
        if (cancelled.token.isCancellationRequested) run.skipped(item);
        else await this.#judge(run, item, cancelled.token, isBackground);
      }
    } finally {
      run.end();
      vscode.Disposable.from(cancelled, ...listeners).dispose();
    }
  }

  async #judge(
    run: vscode.TestRun,
    item: vscode.TestItem,
    token: vscode.CancellationToken,
    isBackground: boolean,
  ): Promise<void> {
    const { uri, range } = item;
    if (!uri || !range) return;
    run.started(item);
    try {
      await vscode.workspace.openTextDocument(uri);
      const { line, character } = range.start;
      const judgements = await this.#requests.judge(
        {
          run: crypto.randomUUID(),
          uri: uri.toString(),
          position: { line, character },
          ...(isBackground && { isBackground }),
        },
        token,
      );
      if (token.isCancellationRequested) run.skipped(item);
      else {
        report(run, item, uri, judgements);
        this.#outcomes.set(uri, item.label, outcomeOf(judgements));
      }
    } catch (error) {
      run.errored(item, new vscode.TestMessage(reasonOf(error)));
    }
  }

  /** Runs queries again in the background when their files are saved with changes in them. */
  #follow(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const ran = new Map(this.#tree.queriesOf(request).map(item => [item.id, this.#tree.editionOf(item)]));
    let waiting: NodeJS.Timeout | undefined;
    let isRunning = false;
    const later = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void again(), settling);
    };
    const again = async (): Promise<void> => {
      if (token.isCancellationRequested || !vscode.workspace.isTrusted) return;
      if (isRunning) {
        later();
        return;
      }
      const items = this.#tree
        .queriesOf(request)
        .filter(item => ran.get(item.id) !== this.#tree.editionOf(item) && isSaved(item));
      if (items.length === 0) return;
      for (const item of items) ran.set(item.id, this.#tree.editionOf(item));
      isRunning = true;
      await this.#runAll(request, items, token, true).finally(() => {
        isRunning = false;
      });
    };
    const listener = this.#changed.event(later);
    token.onCancellationRequested(() => {
      clearTimeout(waiting);
      listener.dispose();
    });
  }
}

/** Whether a file has no unsaved changes; a file that is not open has none. */
const isSaved = ({ uri }: vscode.TestItem): boolean =>
  !vscode.workspace.textDocuments.some(
    document => document.isDirty && document.uri.toString() === uri?.toString(),
  );

/** The outcome of a query: passed only if all its expectations were met. */
const outcomeOf = ({ result, verdicts }: JudgeResult): Outcome =>
  result.status !== 'failed' && verdicts.length > 0 && verdicts.every(({ isPassed }) => isPassed)
    ? 'passed'
    : 'failed';

function report(run: vscode.TestRun, item: vscode.TestItem, uri: vscode.Uri, judged: JudgeResult): void {
  const { result, verdicts } = judged;
  const { milliseconds, site } = result;
  run.appendOutput(outputOf(item, judged), undefined, item);
  const failed = verdicts.filter(({ isPassed }) => !isPassed);
  if (result.status === 'failed' || verdicts.length === 0)
    run.errored(item, refusalMessage(item, judged), milliseconds);
  else if (failed.length === 0) run.passed(item, milliseconds);
  else
    run.failed(
      item,
      failed.map(verdict => failureMessage(uri, verdict, site)),
      milliseconds,
    );
}
