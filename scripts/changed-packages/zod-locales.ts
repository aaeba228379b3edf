import { type Change, holding } from './change.ts';

export const zodLocales: Change = {
  package: 'zod',
  version: '4.6.7',
  files: ['v4/locales/index.js'],
  reason: "The entry reaches zod's messages in some fifty languages, which a bundler cannot leave out.",
  gain: 'The bundle holds the English ones only, which zod imports by themselves.',
  apply: (source) => {
    holding(source, 'export { default as en } from "./en.js";');
    return 'export {};';
  },
};
