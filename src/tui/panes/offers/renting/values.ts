/**
 * Reads what a form names and nobody may see: the values of the environment, and the script. They live in the closure made here alone:
 * in no state and no store, no journal and no ledger. Out of here they go into the call, and to the screen while they are revealed.
 */

import { dirname } from 'node:path';
import { callOf } from '../../../../api/call.ts';
import { rentCall } from '../../../../api/calls.ts';
import type { RentRequest } from '../../../../api/requests.ts';
import { grouped } from '../../../../base/figures.ts';
import { readEnd } from '../../../../leases/until.ts';
import { endTerms } from '../../../../leases/words.ts';
import { fileAt, parseEnvironment, readEnvironment, type ValuePlaces } from '../../../../rentals/environment.ts';
import { readOnStart } from '../../../../rentals/on-start.ts';
import { maskedValues } from '../../../../rentals/plan.ts';
import { presetParts } from '../../../../rentals/presets.ts';
import type { Preset, PresetsReading } from '../../../../storage/files/presets.ts';
import { textOf } from '../../../state/form.ts';
import type { Needs } from '../../pane.ts';
import { type FieldProblem, type Note, noted, presetFilled, type ReadForm, type RentForm } from './form.ts';
import type { Review } from './page.ts';

/** The request without its secrets, and what is said of its script. */
type Masked = Pick<Review, 'masked' | 'script'>;

/** The one place in which the values are. */
type ValueHolder = {
  /** Reads the values that `read` names, in place of any before. */
  readonly take: (read: ReadForm) => Masked | FieldProblem;
  /** The request with the values in it; undefined where none were taken. */
  readonly whole: (plan: RentRequest) => RentRequest | undefined;
  /** The body with the values in it, for the screen alone. */
  readonly bodyText: (plan: RentRequest) => string | undefined;
  readonly drop: () => void;
};

/** A holder without values. */
export const createValueHolder = ({ places }: Needs['renting']): ValueHolder => {
  let held: Pick<RentRequest, 'environment' | 'onStart'> | undefined;
  const whole = (plan: RentRequest) => held && { ...plan, ...held };
  return {
    take: ({ plan, sources, onStartFile }) => {
      held = undefined;
      const values = readEnvironment(sources, places);
      if ('problem' in values) return { field: 'environment', message: values.problem };
      const script = onStartFile === undefined ? undefined : readOnStart(fileAt(onStartFile, places));
      if (script !== undefined && 'problem' in script) return { field: 'onStart', message: script.problem };
      held = { ...values, ...(script !== undefined && { onStart: script.text }) };
      return {
        masked: { ...plan, ...maskedValues(held) },
        ...(script !== undefined && {
          script: {
            fileCharacters: script.fileCharacters,
            sentCharacters: script.text.length,
            isPacked: script.isPacked,
          },
        }),
      };
    },
    whole,
    bodyText: (plan) => {
      const request = whole(plan);
      return request && JSON.stringify(callOf(rentCall(request), request).body);
    },
    drop: () => {
      held = undefined;
    },
  };
};

/** The form as it is when its open field is left: what a preset names is filled in, and what a file holds is said. */
export const fieldLeft = (
  form: RentForm,
  { presets, places }: Needs['renting'],
  when: Parameters<typeof readEnd>[1],
): RentForm => {
  const { at } = form;
  const text = textOf(form, at);
  if (text === '' || form.notes[at] !== undefined) return form;
  switch (at) {
    case 'preset':
      return presetNamed(form, text, presets(), places.home);
    case 'environment':
      return noted(form, at, environmentNote(text, places));
    case 'onStart':
      return noted(form, at, scriptNote(text, places));
    case 'until':
      return noted(form, at, untilNote(text, when));
    default:
      return form;
  }
};

const untilNote = (text: string, when: Parameters<typeof readEnd>[1]): Note => {
  const read = readEnd(text, when);
  if ('problem' in read) return problem(read.problem);
  return { text: `${endTerms(read, when.timeZone)}.`, isProblem: false };
};

const presetNamed = (form: RentForm, name: string, reading: PresetsReading, home: string): RentForm => {
  const preset = presetOf(reading, name);
  if (preset === undefined) return noted(form, 'preset', problem(reading.problem ?? unknownWords(name, reading)));
  const filled = presetFilled(form, presetParts(preset, { folder: dirname(reading.file), home }));
  return noted(filled, 'preset', { text: `${name} has filled in what it names; it can be changed.`, isProblem: false });
};

const presetOf = ({ presets }: PresetsReading, name: string): Preset | undefined =>
  Object.hasOwn(presets, name) ? presets[name] : undefined;

const unknownWords = (name: string, { presets, file }: PresetsReading): string => {
  const names = Object.keys(presets);
  return names.length === 0
    ? `There is no preset ${name}: ${file} names none.`
    : `There is no preset ${name}. There are: ${names.join(', ')}.`;
};

const environmentNote = (text: string, places: ValuePlaces): Note | undefined => {
  const sources = parseEnvironment(text);
  if ('problem' in sources) return problem(sources.problem);
  const values = readEnvironment(sources, places);
  return 'problem' in values ? problem(values.problem) : undefined;
};

const scriptNote = (file: string, places: ValuePlaces): Note => {
  const script = readOnStart(fileAt(file, places));
  if ('problem' in script) return problem(script.problem);
  const count = grouped(script.fileCharacters);
  return script.isPacked
    ? {
        text: `${count} characters, packed with gzip and base64 to ${grouped(script.text.length)} of 4,048.`,
        isProblem: false,
      }
    : { text: `${count} of 4,048 characters.`, isProblem: false };
};

const problem = (text: string): Note => ({ text, isProblem: true });
