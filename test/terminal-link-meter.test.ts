import { expect, test } from 'vitest';
import { LinkMeter } from '../src/terminal/link-meter.ts';
import { manualAfter } from './support/manual-after.ts';

const ANSWER = '\u001B[0n';

function openMeter() {
  const clock = { nowMs: 5000 };
  return { clock, meter: new LinkMeter(() => clock.nowMs) };
}

test('the round trip is the time from the query to its answer', () => {
  const { clock, meter } = openMeter();
  expect(meter.rider()).toBe('\u001B[5n');
  clock.nowMs += 180;
  meter.replied(ANSWER);
  expect(meter.roundTripMs).toBe(180);
  expect(meter.isSlow).toBe(true);
});

test('before the first answer nothing is known, and the line does not count as slow', () => {
  const { meter } = openMeter();
  expect(meter.roundTripMs).toBeUndefined();
  expect(meter.isSlow).toBe(false);
});

test('a line around the limit does not become slow and quick by turns', () => {
  const { clock, meter } = openMeter();
  const isSlowAfter = (roundTripMs: number) => {
    clock.nowMs += 30_000;
    meter.rider();
    clock.nowMs += roundTripMs;
    meter.replied(ANSWER);
    return meter.isSlow;
  };
  expect([140, 160, 140, 160, 110, 90, 140].map(isSlowAfter)).toEqual([false, true, true, true, true, false, false]);
});

test('one query in half a minute is enough', () => {
  const { clock, meter } = openMeter();
  meter.rider();
  clock.nowMs += 29_999;
  expect(meter.rider()).toBe('');
  clock.nowMs += 1;
  expect(meter.rider()).toBe('\u001B[5n');
});

test('a line that has become slow is asked again with the next update, since the program itself may have been busy', () => {
  const { clock, meter } = openMeter();
  meter.rider();
  clock.nowMs += 400;
  meter.replied(ANSWER);
  expect(meter.isSlow).toBe(true);
  expect(meter.rider()).toBe('\u001B[5n');
  clock.nowMs += 5;
  meter.replied(ANSWER);
  expect(meter.isSlow).toBe(false);
  expect(meter.isQuick).toBe(true);
  clock.nowMs += 29_000;
  expect(meter.rider()).toBe('');
});

test('other replies, and an answer to nothing, do not count', () => {
  const { clock, meter } = openMeter();
  meter.replied(ANSWER);
  meter.rider();
  clock.nowMs += 20;
  meter.replied('\u001B[?62c');
  expect(meter.roundTripMs).toBeUndefined();
  meter.replied(ANSWER);
  clock.nowMs += 500;
  meter.replied(ANSWER);
  expect(meter.roundTripMs).toBe(20);
});

test('a line is quick up to 40 ms, and stays so up to 80: what depends on it must not come and go', () => {
  const { clock, meter } = openMeter();
  const judged = [41, 40, 80, 81, 60].map((roundTripMs) => {
    clock.nowMs += 60_000;
    meter.rider();
    clock.nowMs += roundTripMs;
    meter.replied(ANSWER);
    return meter.isQuick;
  });
  expect(judged).toEqual([false, true, true, false, false]);
});

test('an answer that is owed is waited for, but not for long', async () => {
  const { clock, meter } = openMeter();
  const timers = manualAfter();
  await meter.answered(timers.after);
  meter.rider();
  clock.nowMs += 100;
  const steps: string[] = [];
  const waiting = meter.answered(timers.after).then(() => steps.push('over'));
  timers.elapse(199);
  await Promise.resolve();
  expect(steps).toEqual([]);
  timers.elapse(1);
  await waiting;
  expect(steps).toEqual(['over']);
  const answered = meter.answered(timers.after);
  meter.replied(ANSWER);
  await answered;
});

test('an answer is owed from any query on, up to the next answer to its own or for a second', () => {
  const { clock, meter } = openMeter();
  expect(meter.isOwed).toBe(false);
  meter.asked();
  expect(meter.isOwed).toBe(true);
  clock.nowMs += 1000;
  expect(meter.isOwed).toBe(false);
  meter.rider();
  expect(meter.isOwed).toBe(true);
  clock.nowMs += 20;
  meter.replied(ANSWER);
  expect(meter.isOwed).toBe(false);
});
