/** Serves the figures of a recorder to programs on this machine. */
import { LIMITS, listen } from '../../../local-service/http/listen.ts';
import { CONTENT_TYPE } from './open-metrics.ts';

const PATH = '/metrics';

/** Serves what `text` gives on `port`, 0 being any that is free. Rejects with an Error that says what to do when the port cannot be had. */
export const serveMetrics = async (port: number, text: () => string) => {
  const { url, stop } = await listen((request) => answerTo(request, text), port, LIMITS, '--metrics');
  return { url: url + PATH, stop };
};

const answerTo = ({ url, method }: Request, text: () => string): Response => {
  if (new URL(url).pathname !== PATH) return new Response(`The figures are at ${PATH}.\n`, { status: 404 });
  if (method !== 'GET' && method !== 'HEAD')
    return new Response('The figures can only be read.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
  return new Response(text(), { headers: { 'Content-Type': CONTENT_TYPE } });
};
