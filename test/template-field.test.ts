/** The template in the form of renting: what it fills in, and what gives way to it. */
import { describe, expect, test } from 'vitest';
import type { Template } from '../src/catalogue/values.ts';
import {
  filledIn,
  formEdited,
  formOf,
  offeredTaken,
  type RentForm,
  readForm,
} from '../src/tui/panes/offers/renting/form.ts';
import { templateProblem } from '../src/tui/panes/offers/renting/template-field.ts';
import { fieldOpened, textOf } from '../src/tui/state/form.ts';
import { lineReplaced } from '../src/tui/state/line.ts';

const ALL: readonly Template[] = [
  {
    name: 'PyTorch',
    hash_id: 'a1',
    image: 'pytorch/pytorch',
    tag: '2',
    recommended_disk_space: 32,
    runtype: 'jupyter',
  },
  {
    name: 'mine',
    hash_id: 'b2',
    image: 'acme/torch',
    tag: '',
    env: '-e MODE=[redacted] -p 80:80',
    onstart: '[redacted]',
  },
];

const USUAL = { image: 'ubuntu:24.04', disk: '16' };

const form = (texts: Parameters<typeof formOf>[0] = USUAL): RentForm => ({
  ...formOf(texts, {}, 'template'),
  usual: USUAL,
  templates: { answer: { stage: 'loaded', ticket: 1, last: { value: ALL, atEpochMs: 0 } } },
});

const typed = (one: RentForm, text: string) => formEdited(one, lineReplaced(text));

const planOf = (one: RentForm) => {
  const read = readForm(one, undefined);
  return 'plan' in read ? read.plan : read;
};

describe('the template of a rental', () => {
  test('is found by words of its name, its image or its hash, and taken by the next key', () => {
    expect(textOf(offeredTaken(typed(form(), 'TORCH acme'), 1), 'template')).toBe('mine b2');
    expect(textOf(offeredTaken(typed(form(), 'mine b2'), 1), 'template')).toBe('PyTorch a1');
    expect(planOf(typed(form(), 'torch'))).toEqual({
      field: 'template',
      message: '2 templates: PyTorch, mine. Enter takes the first.',
    });
  });

  test('fills in what is not typed; what is usual gives way, and is there again without it', () => {
    const taken = typed(form(), 'PyTorch a1');
    expect(filledIn(taken)).toEqual({ image: 'pytorch/pytorch:2', disk: '32', runType: 'jupyter' });
    expect(planOf(taken)).toMatchObject({ image: 'pytorch/pytorch:2', diskGb: 32, runType: 'jupyter' });
    expect(planOf(taken)).toMatchObject({ template: { hash: 'a1', fills: ['image', 'runType'] } });
    const other = typed(taken, 'mine b2');
    expect(filledIn(other)).toEqual({ image: 'acme/torch', environment: 'MODE -p 80:80', onStart: 'its own script' });
    expect(planOf(other)).toMatchObject({ image: 'acme/torch', diskGb: 16, template: { fills: ['image', 'onStart'] } });
    expect(planOf(typed(other, ''))).toEqual({ image: 'ubuntu:24.04', diskGb: 16, runType: 'ssh', environment: {} });
  });

  test('leaves what was typed, member by member', () => {
    const own = formEdited(fieldOpened(typed(form(), 'PyTorch a1'), 'image'), lineReplaced('acme/own'));
    expect(planOf(own)).toMatchObject({ image: 'acme/own', diskGb: 32, template: { fills: ['runType'] } });
    expect(planOf(typed(fieldOpened(own, 'template'), ''))).toMatchObject({ image: 'acme/own', diskGb: 16 });
  });

  test('is not known as long as the list is not', () => {
    expect(templateProblem('PyTorch a1', { answer: { stage: 'idle' } })).toBe('Asking for the templates ...');
    expect(templateProblem('', { answer: { stage: 'idle' } })).toBeUndefined();
  });
});
