import { type Change, replaced } from './change.ts';

export const nodeServer: Change = {
  package: '@hono/node-server',
  version: '2.1.8',
  files: ['dist/index.mjs'],
  reason:
    "It has Node load its HTTP/2 to know requests of that kind, and its HTTP client for the events of web sockets. The local service's server has neither.",
  gain: 'With scripts/changed-packages/web.ts 12 MB and 25 ms in the thread of the local service.',
  apply: (source) => {
    const plain = replaced(
      source,
      'import { Http2ServerRequest, constants } from "node:http2";',
      'class Http2ServerRequest {}\nconst constants = {};',
    );
    return replaced(replaced(plain, 'globalThis.CloseEvent ?? ', ''), 'globalThis.ErrorEvent ?? ', '');
  },
};
