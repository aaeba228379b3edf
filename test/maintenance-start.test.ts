/** How a typed start, length or list of machines is read. */
import { describe, expect, test } from 'vitest';
import { readMoment } from '../src/base/read-moment.ts';
import { distanceWords, localWords, startWarnings, utcWords, zonesWords } from '../src/maintenance/moment-words.ts';
import { lengthWarnings, lengthWords, readLength, readMachineIds } from '../src/maintenance/plan.ts';
import { readStart } from '../src/maintenance/start.ts';

/** Saturday, 2026-11-21T12:00:20Z: 13:00:20 in Berlin, 07:00:20 in New York. */
const NOW_EPOCH_MS = Date.UTC(2026, 10, 21, 12, 0, 20);

const read = (text: string, timeZone = 'Europe/Berlin', nowEpochMs = NOW_EPOCH_MS) =>
  readStart(text, { timeZone, nowEpochMs });

/** The moment that `text` means, as UTC; the problem's words when it means none. */
const utcOf = (text: string, timeZone?: string) => {
  const start = read(text, timeZone);
  switch (start.kind) {
    case 'moment':
      return new Date(start.epochS * 1000).toISOString().replace('.000Z', 'Z');
    case 'problem':
      return start.message;
    case 'empty':
      return 'empty';
  }
};

describe('a start with its zone means the same moment everywhere', () => {
  test.each([
    ['2026-12-01T02:00Z', '2026-12-01T02:00:00Z'],
    ['2026-12-01T02:00:30Z', '2026-12-01T02:00:30Z'],
    ['2026-12-01 02:00Z', '2026-12-01T02:00:00Z'],
    ['20261201T0200Z', '2026-12-01T02:00:00Z'],
    ['2026-12-01T02:00+05:30', '2026-11-30T20:30:00Z'],
    ['2026-12-01 02:00 -05:00', '2026-12-01T07:00:00Z'],
    ['2026-12-01 02:00 UTC', '2026-12-01T02:00:00Z'],
    ['2026-12-01 02:00 EST', '2026-12-01T07:00:00Z'],
    ['2026-12-01 02:00 Asia/Tokyo', '2026-11-30T17:00:00Z'],
    ['2026-12-01T02:00[Asia/Tokyo]', '2026-11-30T17:00:00Z'],
    ['1796090400', '2026-12-01T02:00:00Z'],
    ['+36h', '2026-11-23T00:00:00Z'],
    ['+90m', '2026-11-21T13:30:00Z'],
    ['+1d12h', '2026-11-23T00:00:00Z'],
    ['in 36 hours', '2026-11-23T00:00:00Z'],
  ])('%s', (text, utc) => {
    expect(utcOf(text, 'Europe/Berlin')).toBe(utc);
    expect(utcOf(text, 'America/New_York')).toBe(utc);
  });
});

describe("a start without a zone is meant on the user's clock", () => {
  test.each([
    ['2026-12-01T02:00', '2026-12-01T01:00:00Z', '2026-12-01T07:00:00Z'],
    ['2026-12-01 2:00', '2026-12-01T01:00:00Z', '2026-12-01T07:00:00Z'],
    ['tomorrow 02:00', '2026-11-22T01:00:00Z', '2026-11-22T07:00:00Z'],
    ['tomorrow at 2am', '2026-11-22T01:00:00Z', '2026-11-22T07:00:00Z'],
    ['next sunday 3am', '2026-11-29T02:00:00Z', '2026-11-29T08:00:00Z'],
    ['monday 03:00', '2026-11-23T02:00:00Z', '2026-11-23T08:00:00Z'],
    ['1 Dec 02:00', '2026-12-01T01:00:00Z', '2026-12-01T07:00:00Z'],
    ['Dec 1 2026, 2:30 pm', '2026-12-01T13:30:00Z', '2026-12-01T19:30:00Z'],
    ['02:00', '2026-11-22T01:00:00Z', '2026-11-22T07:00:00Z'],
    ['2027-07-01 02:00', '2027-07-01T00:00:00Z', '2027-07-01T06:00:00Z'],
  ])('%s', (text, inBerlin, inNewYork) => {
    expect(utcOf(text, 'Europe/Berlin')).toBe(inBerlin);
    expect(utcOf(text, 'America/New_York')).toBe(inNewYork);
  });

  test('a day that begins in another year over there is still that day', () => {
    const newYear = { timeZone: 'America/New_York', nowEpochMs: Date.UTC(2027, 0, 1, 3) };
    expect(readStart('tomorrow 02:00', newYear)).toMatchObject({ epochS: Date.UTC(2027, 0, 1, 7) / 1000 });
  });
});

describe('a short name of a zone', () => {
  test.each([
    ['2026-12-01 02:00 CET', '2026-12-01T01:00:00Z'],
    ['2027-07-01 02:00 CEST', '2027-07-01T00:00:00Z'],
    ['2027-07-01 02:00 PDT', '2027-07-01T09:00:00Z'],
    ['2027-07-01 02:00 PT', '2027-07-01T09:00:00Z'],
    ['2026-12-01 02:00 JST', '2026-11-30T17:00:00Z'],
    ['2027-10-31 02:30 CET', '2027-10-31T01:30:00Z'],
    ['2027-07-01 02:00 GMT', '2027-07-01T02:00:00Z'],
  ])('is understood: %s', (text, utc) => {
    expect(utcOf(text)).toBe(utc);
  });

  test.each([
    ['2026-12-01 02:00 CEST', 'CEST is not in use on that day: type Europe/Berlin, or +02:00 if you mean that.'],
    ['2027-07-01 02:00 CET', 'CET is not in use on that day: type Europe/Berlin, or +01:00 if you mean that.'],
    ['2027-07-01 02:00 est', 'EST is not in use on that day: type America/New_York, or -05:00 if you mean that.'],
    ['2027-07-01 02:00 PST', 'PST is not in use on that day: type America/Los_Angeles, or -08:00 if you mean that.'],
    ['2026-12-01 02:00 IST', 'IST is India, Israel or Ireland: type Asia/Kolkata, Asia/Jerusalem or Europe/Dublin.'],
    ['tomorrow 2am CST', 'CST is Chicago, China or Cuba: type America/Chicago, Asia/Shanghai or America/Havana.'],
    [
      '2027-07-01 02:00 BST',
      'BST is Britain, Bangladesh or Bougainville: type Europe/London, Asia/Dhaka or Pacific/Bougainville.',
    ],
    ['2026-12-01 02:00 NPT', 'NPT is not a known time zone: type one such as Asia/Tokyo, or an offset such as +09:00.'],
  ])('is asked about where it may mean another time: %s', (text, question) => {
    expect(read(text)).toEqual({ kind: 'problem', message: question });
  });
});

test.each([
  [
    '2026-12-01 02:00 Asia/Tokyo',
    [
      'Tue 2026-12-01 02:00 (+09:00, Asia/Tokyo)',
      'Mon 2026-11-30 18:00 (+01:00, Europe/Berlin)',
      'Mon 2026-11-30 17:00 UTC',
    ],
  ],
  [
    '2026-12-01 02:00+05:30',
    ['Tue 2026-12-01 02:00 (+05:30)', 'Mon 2026-11-30 21:30 (+01:00, Europe/Berlin)', 'Mon 2026-11-30 20:30 UTC'],
  ],
  [
    '2026-12-01 02:00 EST',
    ['Tue 2026-12-01 02:00 (-05:00)', 'Tue 2026-12-01 08:00 (+01:00, Europe/Berlin)', 'Tue 2026-12-01 07:00 UTC'],
  ],
  ['2026-12-01 02:00Z', ['Tue 2026-12-01 03:00 (+01:00, Europe/Berlin)', 'Tue 2026-12-01 02:00 UTC']],
  ['2026-12-01 02:00+01:00', ['Tue 2026-12-01 02:00 (+01:00, Europe/Berlin)', 'Tue 2026-12-01 01:00 UTC']],
  ['2026-12-01 02:00', ['Tue 2026-12-01 02:00 (+01:00, Europe/Berlin)', 'Tue 2026-12-01 01:00 UTC']],
])('%s is shown in the zone typed, on the clock of the user and in UTC, each once', (text, words) => {
  const start = read(text);
  if (start.kind !== 'moment') throw new Error(start.kind);
  expect(zonesWords(start.epochS, 'Europe/Berlin', start.typedZone)).toEqual(words);
});

describe('daylight saving', () => {
  test.each([
    ['Europe/Berlin', '2027-03-28 02:30', '2027-03-28T01:30:00Z', '03:30'],
    ['America/New_York', '2027-03-14 02:30', '2027-03-14T07:30:00Z', '03:30'],
    ['Europe/Berlin', 'march 28 2027 2:30', '2027-03-28T01:30:00Z', '03:30'],
  ])('in %s, %s does not exist: a time as much later is taken, and said', (zone, text, utc, taken) => {
    expect(utcOf(text, zone)).toBe(utc);
    expect(read(text, zone)).toMatchObject({
      clockNote: `02:30 does not exist that day in ${zone}, because clocks skip it: ${taken} is used.`,
    });
  });

  test.each([
    ['Europe/Berlin', '2027-10-31 02:30', '2027-10-31T00:30:00Z', '02:30', '2027-10-31 02:30+01:00'],
    ['America/New_York', '2027-11-07 01:30', '2027-11-07T05:30:00Z', '01:30', '2027-11-07 01:30-05:00'],
  ])(
    'in %s, %s comes twice: the first is taken, and how to write the second is said',
    (zone, text, utc, time, second) => {
      expect(utcOf(text, zone)).toBe(utc);
      expect(read(text, zone)).toMatchObject({
        clockNote: `${time} occurs twice that night in ${zone}: the first one is used. For the second, write ${second}.`,
      });
      expect(Date.parse(utcOf(second, zone)) - Date.parse(utc)).toBe(3_600_000);
    },
  );

  test.each([
    ['Europe/Berlin', '2027-03-28 01:59', '2027-03-28T00:59:00Z'],
    ['Europe/Berlin', '2027-03-28 03:00', '2027-03-28T01:00:00Z'],
    ['Europe/Berlin', '2027-10-31 01:59', '2027-10-30T23:59:00Z'],
    ['Europe/Berlin', '2027-10-31 03:00', '2027-10-31T02:00:00Z'],
    ['Europe/Berlin', '2027-03-14 02:30', '2027-03-14T01:30:00Z'],
    ['America/New_York', '2027-03-28 02:30', '2027-03-28T06:30:00Z'],
  ])('in %s, %s needs no remark', (zone, text, utc) => {
    expect(utcOf(text, zone)).toBe(utc);
    expect(read(text, zone)).not.toHaveProperty('clockNote');
  });

  test('"+36h" over a change of the clocks is 36 hours', () => {
    const eve = { timeZone: 'Europe/Berlin', nowEpochMs: Date.UTC(2027, 2, 27, 12) };
    expect(readStart('+36h', eve)).toMatchObject({ epochS: Date.UTC(2027, 2, 29, 0) / 1000 });
  });
});

describe('a start that cannot be taken is refused with the reason', () => {
  test.each([
    ['banana', 'This is not a start time.'],
    ['2026', 'This is not a start time.'],
    ['2026-12-01', 'At what time? For example 2026-12-01 02:00.'],
    ['tomorrow', 'At what time? For example tomorrow 02:00.'],
    ['2026-02-30 02:00', '2026-02-30 is not a calendar date.'],
    ['2026-13-01 02:00', '2026-13-01 is not a calendar date.'],
    ['2026-12-01 25:00', '"25:00" is not part of a date or time.'],
    ['2am banana tomorrow', '"banana tomorrow" is not part of a date or time.'],
    ['tomorrow 2-4am', 'Only the start goes here; the length comes in the next step.'],
    ['1/12/2026 02:00', 'This date can mean two different days: write 2026-12-01, or 1 Dec.'],
    ['1796090400000', 'That looks like milliseconds; in epoch seconds it is 1796090400.'],
    ['+soon', 'After + write a duration such as 36h, 90m or 2d.'],
    ['2026-11-21T12:00Z', 'That is in the past.'],
    ['yesterday 3am', 'That is in the past.'],
    ['1000000000', 'That is in the past.'],
    ['+0h', 'That is in the past.'],
    ['now', 'A window starts later than now, so that renters can be told: +10m is in ten minutes.'],
    ['Right  Now', 'A window starts later than now, so that renters can be told: +10m is in ten minutes.'],
  ])('%s', (text, message) => {
    expect(read(text)).toEqual({ kind: 'problem', message });
  });

  test('nothing typed is no problem', () => {
    expect(read('  ')).toEqual({ kind: 'empty' });
  });
});

describe('a moment is shown', () => {
  test("on the user's clock with its zone, in UTC, and as a distance", () => {
    const epochS = Date.UTC(2026, 11, 1, 2) / 1000;
    expect(localWords(epochS, 'Europe/Berlin')).toBe('Tue 2026-12-01 03:00 (+01:00, Europe/Berlin)');
    expect(localWords(epochS, 'America/New_York')).toBe('Mon 2026-11-30 21:00 (-05:00, America/New_York)');
    expect(utcWords(epochS + 30)).toBe('Tue 2026-12-01 02:00:30 UTC');
    expect(distanceWords(epochS, NOW_EPOCH_MS)).toBe('in 9 d 14 h');
    expect(distanceWords(epochS, Date.UTC(2026, 10, 29, 22))).toBe('in 1 d 4 h');
    for (const seconds of [0, 1, 31, 59]) {
      expect(distanceWords(epochS, Date.UTC(2026, 10, 29, 14, 0, seconds))).toBe('in 1 d 12 h');
      expect(distanceWords(epochS, Date.UTC(2026, 10, 30, 23, 0, seconds))).toBe('in 3 h');
    }
    expect(distanceWords(epochS, Date.UTC(2026, 10, 29, 14, 29))).toBe('in 1 d 12 h');
    expect(distanceWords(epochS, Date.UTC(2026, 10, 29, 2, 20))).toBe('in 2 d');
    expect(distanceWords(epochS, Date.UTC(2026, 11, 1, 1, 20))).toBe('in 40 min');
    expect(distanceWords(epochS, Date.UTC(2026, 11, 1, 4, 5))).toBe('2 h 5 min ago');
  });

  test("with a warning under 24 hours' notice and over a year ahead, and none between", () => {
    const at = (hours: number) => startWarnings(NOW_EPOCH_MS / 1000 + hours * 3600, NOW_EPOCH_MS);
    expect(at(23.9)).toEqual(["Less than 24 hours' notice, the minimum for SLA coverage."]);
    expect(at(24)).toEqual([]);
    expect(at(366 * 24)).toEqual([]);
    expect(at(367 * 24)).toEqual(['That is more than a year ahead.']);
  });
});

describe('a length', () => {
  test.each([
    ['2', 2, '2 h'],
    ['0.5', 0.5, '30 min'],
    ['90m', 1.5, '1 h 30 min'],
    ['1h30m', 1.5, '1 h 30 min'],
    ['1h 30m', 1.5, '1 h 30 min'],
    ['1.5h', 1.5, '1 h 30 min'],
    ['2 hours', 2, '2 h'],
    ['1d', 24, '24 h'],
    ['20m', 1 / 3, '20 min'],
  ])('%s is sent as a number of hours', (text, hours, words) => {
    expect(readLength(text)).toEqual({ kind: 'length', hours });
    expect(lengthWords(hours)).toBe(words);
  });

  test('of more than a week is taken with a warning', () => {
    expect(lengthWarnings(168)).toEqual([]);
    expect(lengthWarnings(400)).toEqual(['That is longer than a week: 16 d 16 h. A number alone means hours.']);
    expect(lengthWarnings(192)).toEqual(['That is longer than a week: 8 d. A number alone means hours.']);
  });

  test.each([
    ['0', 'A window must be longer than zero.'],
    ['0m', 'A window must be longer than zero.'],
    ['-2', 'This is not a length of time.'],
    ['1h1h', 'This is not a length of time.'],
    ['two', 'This is not a length of time.'],
    ['2x', 'This is not a length of time.'],
    ['9999', 'A window cannot be longer than a year.'],
  ])('%s is refused with the reason', (text, message) => {
    expect(readLength(text)).toEqual({ kind: 'problem', message });
  });
});

describe('machine ids', () => {
  test('may be separated by anything that people paste, and count once each', () => {
    expect(readMachineIds(' 8207, 8208;11843\t8207\n42 ')).toEqual({ ids: [8207, 8208, 11843, 42], problems: [] });
  });

  test('a word that is none is pointed at, and the others stand', () => {
    const message = '"82o8" is not a machine id: write whole numbers, 1 or more.';
    expect(readMachineIds('8207 82o8 0x1 -3 0 1.5')).toMatchObject({ ids: [8207] });
    expect(readMachineIds('8207 82o8').problems).toEqual([{ from: 5, to: 9, message }]);
    expect(readMachineIds('0x1 -3 0 1.5 99999999999999999999').problems).toHaveLength(5);
  });
});

describe('a moment that lies behind is read by the same rules', () => {
  test.each([
    ['yesterday', '2026-11-19T23:00:00Z'],
    ['yesterday 14:00', '2026-11-20T13:00:00Z'],
    ['12:00', '2026-11-21T11:00:00Z'],
    // It is one in the afternoon.
    ['18:00', '2026-11-20T17:00:00Z'],
    ['sunday 3am', '2026-11-15T02:00:00Z'],
    ['1 Dec', '2025-11-30T23:00:00Z'],
    ['2026-11-20', '2026-11-19T23:00:00Z'],
    ['2026-11-20 08:00 Asia/Tokyo', '2026-11-19T23:00:00Z'],
    ['7d', '2026-11-14T12:00:20Z'],
    ['90 minutes ago', '2026-11-21T10:30:20Z'],
    ['1763000000', '2025-11-13T02:13:20Z'],
    ['tomorrow 02:00', 'That is in the future.'],
    ['2026-11-22', 'That is in the future.'],
    ['+36h', 'That is in the future.'],
    ['whenever', 'This is not a moment.'],
  ])('%s', (text, meant) => {
    const moment = readMoment(text, { timeZone: 'Europe/Berlin', nowEpochMs: NOW_EPOCH_MS, side: 'behind' });
    const found =
      moment.kind === 'moment' ? new Date(moment.epochS * 1000).toISOString().replace('.000Z', 'Z') : undefined;
    expect(found ?? (moment.kind === 'problem' && moment.message)).toBe(meant);
  });
});
