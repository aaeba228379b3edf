import { expect, test } from 'vitest';
import { clockTime, exactTime } from '../src/base/time.ts';

const EPOCH_MS = Date.UTC(2026, 10, 21, 14, 3, 27);

test.each([
  ['UTC', '14:03', '14:03:27'],
  ['Europe/Berlin', '15:03', '15:03:27'],
  ['Asia/Kolkata', '19:33', '19:33:27'],
  ['UTC', '14:03', '14:03:27'],
])('a time of day is that of its zone, %s', (timeZone, time, exact) => {
  expect(clockTime(EPOCH_MS, timeZone)).toBe(time);
  expect(exactTime(EPOCH_MS, timeZone)).toBe(exact);
});

test('midnight begins a day, and a number that is no time is said to be none', () => {
  expect(clockTime(0, 'UTC')).toBe('00:00');
  expect(exactTime(0, 'UTC')).toBe('00:00:00');
  expect(clockTime(Number.NaN, 'UTC')).toBe('Invalid Date');
  expect(exactTime(9e15, 'UTC')).toBe('Invalid Date');
});
