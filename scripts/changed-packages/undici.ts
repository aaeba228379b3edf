import { type Change, holding, replaced } from './change.ts';

export const undici: Change = {
  package: 'undici',
  version: '8.12.4',
  files: ['index.js'],
  reason:
    'The entry loads browser interfaces, mocks and caches that the program never reaches, but a bundler cannot know that: they would be read and compiled at every start.',
  gain: 'The bundle holds the two dispatchers that api/http/transport.ts makes. The entry also gives all dispatchers their calls: of these only the tunnel through a proxy is made with one.',
  apply: (source) => {
    holding(source, "require('./lib/dispatcher/env-http-proxy-agent')");
    return `
      import Dispatcher from './lib/dispatcher/dispatcher.js';
      import connect from './lib/api/api-connect.js';
      Dispatcher.prototype.connect = connect;
      export { default as Agent } from './lib/dispatcher/agent.js';
      export { default as EnvHttpProxyAgent } from './lib/dispatcher/env-http-proxy-agent.js';`;
  },
};

export const undiciClient: Change = {
  package: 'undici',
  version: '8.12.4',
  files: ['lib/dispatcher/client.js'],
  reason:
    "It loads its HTTP/2 client, and with it Node's own, also where HTTP/2 is off, and Node's whole HTTP for the most bytes that headers may have.",
  gain: 'A search takes 7 MB less.',
  apply: (source) =>
    replaced(
      replaced(
        source,
        "require('./client-h2.js')",
        "() => { throw new Error('HTTP/2 is off, as src/api/http/transport.ts says'); }",
      ),
      "require('node:http')",
      '{ maxHeaderSize: 16_384 }',
    ),
};

export const undiciHeaders: Change = {
  package: 'undici',
  version: '8.12.4',
  files: ['lib/core/util.js'],
  reason:
    "It loads Node's whole HTTP to know a body that came through it, which the program never sends on, and plants a tree of the names of all headers, for a service that sends ten.",
  gain: 'With the same in its client a search takes 1 MB and a twentieth of its time less.',
  apply: (source) =>
    replaced(
      replaced(source, "require('node:http')", '{}'),
      "const { tree } = require('./tree')",
      'const tree = { lookup: () => undefined }',
    ),
};

export const undiciFormData: Change = {
  package: 'undici',
  version: '8.12.4',
  files: ['lib/web/fetch/formdata.js'],
  reason: 'It has Node load its cryptography for the boundaries of forms. The program sends none.',
  gain: 'With the change to object-hash 5 ms until the first row.',
  apply: (source) => replaced(source, "runtimeFeatures.has('crypto')", 'false'),
};
