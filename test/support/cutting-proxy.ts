/** A proxy in front of a real service that passes every call on, and then may keep the answer from its caller. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What happens to an answer: it is passed on, the connection is cut in its place, or nothing ever comes. */
type AnswerFate = 'pass' | 'cut' | 'hold';

/** A running proxy. */
type CuttingProxy = {
  readonly url: string;
  /** What happens to the answers of the next writing calls, one after the other; those beyond are passed on. */
  readonly script: (...fates: readonly AnswerFate[]) => void;
  /** Bodies of the writing calls so far, with their paths. */
  readonly writes: readonly { readonly path: string; readonly body: string }[];
  /** Resolves when the service has answered `count` writing calls. */
  readonly answered: (count: number) => Promise<void>;
};

/** A proxy for the service at `target`; it ends with the test. */
export const startCuttingProxy = async (target: string): Promise<CuttingProxy> => {
  const fates: AnswerFate[] = [];
  const writes: { path: string; body: string }[] = [];
  let answers = 0;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = await buffer(request);
    const isWrite = method === 'PUT';
    if (isWrite) writes.push({ path, body: body.toString() });
    const reply = await fetch(target + path, {
      method,
      headers: { authorization: headers.authorization ?? '' },
      ...(body.length > 0 && { body }),
    });
    const content = Buffer.from(await reply.arrayBuffer());
    const fate = isWrite ? (fates.shift() ?? 'pass') : 'pass';
    if (fate === 'cut') response.destroy();
    if (fate === 'pass') {
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(content);
    }
    if (!isWrite) return;
    answers++;
    for (const { count, resolve } of waiting) if (answers >= count) resolve();
    waiting = waiting.filter(({ count }) => answers < count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    script: (...more) => {
      fates.push(...more);
    },
    writes,
    answered: (count) =>
      new Promise((resolve) => {
        if (answers >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
};
