/** The service in use, and the way to another one: what was left on each is found there again. */
import { readSetup, type Setup } from '../access/setup.ts';
import type { Deck, DeckParts } from './deck/deck.ts';
import { type OpeningParts, type OpenService, openService } from './open-service.ts';

/** What the program calls its own service where a profile's name could stand. */
const LOCAL = 'local service';

/** Where calls go now. */
export type ServiceInUse = {
  /** Undefined before the first one is open. */
  readonly current: () => OpenService | undefined;
  /** Opens the first one. */
  readonly open: (setup: Setup, isStartNamed: boolean) => OpenService;
};

/** `search` is what the first one starts with; `onSwitched` is told of each later one. */
export const createServiceInUse = (
  parts: OpeningParts & Pick<DeckParts, 'search' | 'named'> & { readonly onSwitched: (deck: Deck) => void },
): ServiceInUse => {
  let current: OpenService | undefined;
  /** What was left on each service that was gone away from. */
  const left = new Map<string, string>();

  const open = (
    setup: Setup,
    { search, named }: Pick<DeckParts, 'search' | 'named'>,
    isStartNamed: boolean,
  ): OpenService => {
    const leftHere = left.get(setup.cacheName);
    current = openService({
      ...parts,
      setup,
      search,
      named,
      isStartNamed,
      ...(leftHere !== undefined && { left: leftHere }),
      services: { others: otherServices(setup), switchTo },
    });
    return current;
  };

  /** Goes on with another service: with what was left there, else with what goes along from here. */
  const switchTo = (name: string) => {
    if (current === undefined) return;
    const { cacheName, deck, close } = current;
    const refusal = deck.refusalToLeave();
    if (refusal !== undefined) {
      deck.say(refusal);
      return;
    }
    const address = name === LOCAL ? ({ kind: 'local' } as const) : ({ kind: 'profile', name } as const);
    const next = readSetup({ ...parts.wishes, address }, Temporal.Now.timeZoneId());
    if ('problem' in next) {
      deck.say(next.problem);
      return;
    }
    const { search = parts.search } = deck.goesAlong();
    const leaving = deck.session.leave();
    if (leaving === undefined) left.delete(cacheName);
    else left.set(cacheName, leaving);
    // What goes along is named, all of it.
    parts.onSwitched(open(next, { search }, false).deck);
    void close();
  };

  return {
    current: () => current,
    open: (setup, isStartNamed) => open(setup, parts, isStartNamed),
  };
};

/** The services besides the one in use, with where each leads. */
const otherServices = ({ profiles, serviceName }: Setup) =>
  [
    ...profiles.map(({ name, baseUrl, isReadOnly }) => ({
      name,
      detail: `${baseUrl}${isReadOnly ? ', read-only' : ''}`,
    })),
    { name: LOCAL, detail: 'on this machine' },
  ].filter(({ name }) => name !== serviceName);
