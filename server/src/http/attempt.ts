import { HttpFailure, type HttpClient, type HttpRequest, type HttpResponse } from './client.ts';

/** Sends a request and answers what came of it: what is not a failure of the network still rejects. */
export async function attempt(
  client: HttpClient,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse | HttpFailure> {
  try {
    return await client.send(request, signal);
  } catch (error) {
    if (error instanceof HttpFailure) return error;
    throw error;
  }
}
