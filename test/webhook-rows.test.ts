/** The list of webhooks, made of what the service says and what the journal knows; and what an address of one may be. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnownWebhook } from '../src/storage/journal/webhooks.ts';
import { EMPTY_DRAFT, hintOn } from '../src/tui/panes/notifications/webhooks/draft.ts';
import { rowsOf } from '../src/tui/panes/notifications/webhooks/rows.ts';
import { lineOf } from '../src/tui/state/line.ts';

const known = (line: number, webhookId: number | undefined): KnownWebhook => ({
  line,
  name: `n${line}`,
  url: `https://a.example/${line}`,
  eventTypes: ['client:outbid'],
  sentAtEpochMs: line,
  outcome: { kind: 'created', webhookId, switchedOn: [] },
});

test('each webhook of the service and each line of the journal is in one row, and in one alone', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
  const ofJournal = fc.array(fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }), { maxLength: 6 });
  fc.assert(
    fc.property(ids, ofJournal, (listed, journal) => {
      const lines = journal.map((id, place) => known(journal.length - place, id));
      const rows = rowsOf(
        lines,
        listed.map((id) => ({ id, name: `s${id}`, url: `https://s.example/${id}`, types: [] })),
      );
      const services = rows.flatMap(({ service }) => service?.id ?? []);
      expect(services.toSorted()).toEqual(listed.toSorted());
      expect(rows.flatMap((row) => row.known?.line ?? []).toSorted()).toEqual(lines.map(({ line }) => line).toSorted());
      // Of several lines with one id the newest is meant.
      for (const { service, known: line } of rows) {
        if (service === undefined || line === undefined) continue;
        expect(line.line).toBe(
          lines.find(({ outcome }) => outcome.kind === 'created' && outcome.webhookId === service.id)?.line,
        );
      }
      expect(rows.map(({ standing }) => standing)).toEqual(
        rows.map(({ service, known: line }) =>
          service === undefined ? 'gone' : line === undefined ? 'service' : 'both',
        ),
      );
    }),
    { numRuns: 100 },
  );
});

describe('an address', () => {
  const saidOf = (url: string, takesTrials: boolean) =>
    hintOn({ ...EMPTY_DRAFT, url: lineOf(url) }, 'url', { others: [], takesTrials })?.kind;

  test.each(['http://127.0.0.1:8080/hook', 'http://localhost:9', 'http://[::1]:9/'])(
    '%s is for trials at the local service alone',
    (url) => expect([saidOf(url, true), saidOf(url, false)]).toEqual([undefined, 'wrong']),
  );

  test.each([
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://user@hooks.example/',
    'http://10.0.0.1/',
  ])('%s is refused everywhere', (url) => expect([saidOf(url, true), saidOf(url, false)]).toEqual(['wrong', 'wrong']));
});
