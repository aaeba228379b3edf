/** Sessions that an earlier version has left are resumed whole: nothing is unread, and what is saved of them then is what was there. */
import { expect, test } from 'vitest';
import { initialDeck } from '../src/tui/frame/deck-state.ts';
import { initialFrame } from '../src/tui/frame/state.ts';
import { USUAL_START } from '../src/tui/panes/offers/state.ts';
import { readSaved, savedText } from '../src/tui/saved/resume.ts';
import { EARLIER_SESSIONS } from './support/earlier-state.ts';

/** The list of machines was a page of the pane of maintenance, and is a pane. */
const withMachinesApart = (session: object): object => {
  const { maintenance, ...rest } = session as {
    readonly maintenance: { readonly page: string; readonly lists: object };
  };
  const { machines, ...lists } = maintenance.lists as { readonly machines?: unknown };
  const page = maintenance.page === 'machines' ? 'plan' : maintenance.page;
  return { ...rest, maintenance: { ...maintenance, page, lists }, machines };
};

test.each(EARLIER_SESSIONS.map((earlier) => [earlier.words.join('; '), earlier] as const))(
  'an earlier session is resumed: %s',
  (_, { session, words, again = session }) => {
    const read = readSaved(JSON.stringify(session));
    expect([read.unread, read.words]).toEqual([[], words]);
    const frame = initialFrame('offers', { columns: 80, rows: 24 }, 'test service', false);
    const resumed = read.resumed(initialDeck(frame, { search: USUAL_START, timeZone: 'Europe/Berlin' }));
    // Pages that came later say nothing of themselves there.
    const { connections, ...rest } = JSON.parse(savedText(resumed, '') ?? '');
    const { connections: before, ...others } = withMachinesApart(again) as { readonly connections?: object };
    expect(rest).toEqual(others);
    expect(connections).toMatchObject(before ?? {});
  },
);
