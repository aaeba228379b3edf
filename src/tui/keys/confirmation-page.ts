/** What the pages have in common on which something is read to its end, and then confirmed. Nothing here knows a pane. */
import { keyName } from '../../base/named-keys.ts';
import { type Binding, footerOfAllowed, type Layer } from './binding.ts';

/** Why it cannot be confirmed while `below` lines are not read; undefined once all are. */
export const readFirst = (below: number): string | undefined =>
  below > 0 ? `Read to the end first: ${below} more below, ${keyName('page-down', 'space')} shows them.` : undefined;

/** What stands at the foot of the page: as long as `below` lines are not read that they are to be, then `words`. */
export const footOf = (below: number, words: string): string =>
  below > 0 ? ` ${below} more below: ${keyName('page-down', 'space')} reads on. Esc leaves it.` : words;

/** What is said of digits on a page that is confirmed by what is typed: they open no pane. */
export const digitsStay = (): string => 'Nothing was typed: Enter goes on from here, and Esc leaves this page.';

/** The same where a key confirms. */
export const digitsOpenNothing = (): string => 'Digits open no pane while this is reviewed: Esc leaves it.';

/** The layer of the page: while `below` tells of lines that are not read, the footer shows how to read on; digits stay here. */
export const confirmationLayer = (bindings: readonly Binding[], below: () => number): Layer => {
  const onwards = bindings.find(({ keys }) => keys.includes('space'));
  return {
    bindings:
      onwards === undefined || below() <= 0
        ? bindings
        : [
            { ...onwards, keys: ['space', ...onwards.keys.filter((key) => key !== 'space')], isInFooter: true },
            ...footerOfAllowed(bindings.filter((binding) => binding !== onwards)),
          ],
    digits: () => readFirst(below()) ?? digitsStay(),
  };
};

type Answer = {
  readonly hindrance: string | undefined;
  readonly mistake: string | undefined;
  readonly close: () => void;
  readonly refuse: (reason: string) => void;
  readonly send: () => void;
};

/** Takes what was typed: a `mistake` in it is said and stays to be mended, a `hindrance` ends the typing. */
export const takeAnswer = ({ hindrance, mistake, close, refuse, send }: Answer): void => {
  if (hindrance !== undefined) close();
  const problem = hindrance ?? mistake;
  if (problem === undefined) send();
  else refuse(problem);
};
