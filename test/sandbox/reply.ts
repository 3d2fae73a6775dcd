/** What goes back over HTTP for one request. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
