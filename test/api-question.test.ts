/** Questions that wait for their turn: the countdown, one call at a time, and what is told of each. */

import { expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { Client } from '../src/api/client.ts';
import { createPacing } from '../src/api/http/pacing.ts';
import { createQuestion, type Question } from '../src/api/question.ts';
import { clientFor } from './support/api-client.ts';
import { manualClock } from './support/manual-clock.ts';
import { json, raw, startScriptedServer } from './support/scripted-server.ts';

/** The volumes as a question, and everything that is told of it. */
const volumesQuestion = (client: () => Client | undefined, clock = manualClock(1000), tickMs = () => 1000) => {
  const told: unknown[][] = [];
  let underway: Promise<void> = Promise.resolve();
  const question: Question = createQuestion({
    client,
    clock,
    random: () => 0.5,
    tickMs,
    run: (task) => {
      underway = task();
    },
    ask: (service, _ticket, options) => service.list(CALLS.volumes, options),
    onAsked: (ticket) => told.push(['asked', ticket]),
    onWait: (ticket, waitS) => told.push(['wait', ticket, waitS]),
    onAnswer: (ticket, { records }, atEpochMs) => told.push(['answer', ticket, records.length, atEpochMs]),
    onFailure: (ticket, { tried }) => told.push(['failure', ticket, tried]),
  });
  return { question, told, ended: () => underway };
};

test('docs/interface.md, Limits: volumes asked for again at once wait 5.5 s and count down once a second', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [{ id: 1 }] }));
  const clock = manualClock(1000);
  const client = clientFor(server.url, { pacing: createPacing({ clock }) });
  const { question, told, ended } = volumesQuestion(() => client, clock);
  question.ask();
  await ended();
  question.ask();
  expect(told.splice(0)).toEqual([
    ['asked', 1],
    ['answer', 1, 0, 1000],
    ['asked', 2],
    ['wait', 2, 6],
  ]);
  for (let passedMs = 0; passedMs < 5400; passedMs += 100) clock.elapse(100);
  expect(told.splice(0)).toEqual([5, 4, 3, 2, 1].map((waitS) => ['wait', 2, waitS]));
  expect(server.requests).toHaveLength(1);
  clock.elapse(100);
  await ended();
  expect(told).toEqual([
    ['wait', 2, undefined],
    ['answer', 2, 1, 6500],
  ]);
  expect(server.requests).toHaveLength(2);
});

test('on a slow line the seconds are told as rarely as the line bears it, and their end at once', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [{ id: 1 }] }));
  const clock = manualClock(1000);
  const client = clientFor(server.url, { pacing: createPacing({ clock }) });
  const { question, told, ended } = volumesQuestion(
    () => client,
    clock,
    () => 4000,
  );
  question.ask();
  await ended();
  question.ask();
  for (let passedMs = 0; passedMs < 5500; passedMs += 100) clock.elapse(100);
  await ended();
  expect(told.filter(([what]) => what === 'wait')).toEqual([
    ['wait', 2, 6],
    ['wait', 2, 2],
    ['wait', 2, undefined],
  ]);
});

test('a question that is under way is not put a second time', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }));
  const client = clientFor(server.url);
  const { question, told, ended } = volumesQuestion(() => client);
  question.ask();
  question.ask();
  await ended();
  expect(told).toEqual([
    ['asked', 1],
    ['answer', 1, 0, 1000],
  ]);
  expect(server.requests).toHaveLength(1);
});

test('nothing more is told of a question that was given up, and the next one goes its own way', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [] }));
  const client = clientFor(server.url);
  const { question, told, ended } = volumesQuestion(() => client);
  question.ask();
  const first = ended();
  question.drop();
  question.ask();
  await Promise.all([first, ended()]);
  expect(told).toEqual([
    ['asked', 1],
    ['asked', 2],
    ['answer', 2, 0, 1000],
  ]);
});

test('a failed call is told in words, and can be tried again', async () => {
  await using server = await startScriptedServer(raw(502, 'text/html', '<h1>Bad Gateway</h1>'));
  const client = clientFor(server.url);
  const { question, told, ended } = volumesQuestion(() => client);
  question.ask();
  await ended();
  question.ask();
  await ended();
  expect(told).toEqual([
    ['asked', 1],
    ['failure', 1, 'Tried to list the volumes (GET /api/v0/volumes).'],
    ['asked', 2],
    ['failure', 2, 'Tried to list the volumes (GET /api/v0/volumes).'],
  ]);
});

test('without a service nothing is asked', async () => {
  const { question, told, ended } = volumesQuestion(() => undefined);
  question.ask();
  await ended();
  expect(told).toEqual([]);
});
