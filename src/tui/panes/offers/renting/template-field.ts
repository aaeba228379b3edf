/** The template that the form is filled in by: found by words among those that were read, and what it says of each field. Pure. */
import type { Explanation } from '../../../../api/errors/explain.ts';
import { imageOf } from '../../../../api/template-calls.ts';
import { counted } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { displayText } from '../../../../catalogue/format.ts';
import type { Template } from '../../../../catalogue/values.ts';
import { partsOf } from '../../../../templates/template.ts';
import { type Asked, lastArrived } from '../../../state/remote.ts';

/** The user's own ones and those that are recommended, as far as they were read. */
export type Templates = Asked<readonly Template[], Explanation>;

const known = ({ answer }: Templates): readonly Template[] => lastArrived(answer)?.value ?? [];

/** What stands in the field where this one was taken. */
export const templateText = ({ name, hash_id: hash }: Template): string =>
  displayText(`${name ?? ''} ${hash ?? ''}`).trim();

/** The one that `text` was taken of. */
export const templateTaken = (text: string, templates: Templates): Template | undefined =>
  known(templates).find((template) => templateText(template) === text);

/** What can be taken where `text` stands: those with each of its words in name, image or hash, and all where one was taken. */
export const templatesFound = (text: string, templates: Templates): readonly Template[] => {
  const words = templateTaken(text, templates) === undefined ? text.toLowerCase().split(/\s+/) : [];
  return known(templates).filter((template) => {
    const said = `${templateText(template)} ${imageOf(template) ?? ''}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
};

/** Why `text` names no template by now; undefined where it names one, and where it is empty. */
export const templateProblem = (text: string, templates: Templates): string | undefined => {
  if (text === '' || templateTaken(text, templates) !== undefined) return undefined;
  return unread(templates) ?? foundWords(text, templates);
};

/** Why it is not known which there are. */
const unread = ({ answer, waitS }: Templates): string | undefined => {
  if (lastArrived(answer) !== undefined) return undefined;
  if (answer.stage === 'failed') return `The templates could not be read. ${answer.failure.whatCameBack}`;
  return `Asking for the templates${waitS === undefined ? '' : `, in ${waitS} s`} ...`;
};

const foundWords = (text: string, templates: Templates): string => {
  const found = templatesFound(text, templates);
  if (found.length === 0)
    return 'No template of yours, and none that is recommended, has these words in name or image.';
  return `${namesOf(found)}. Enter takes ${found.length === 1 ? 'it' : 'the first'}.`;
};

/** `7 templates: PyTorch, vLLM ...` */
const namesOf = (templates: readonly Template[]): string => {
  const names = templates.slice(0, 6).map(({ name }) => displayText(name ?? '-'));
  const isCut = names.length < templates.length;
  return `${counted(templates.length, 'template')}: ${names.join(', ')}${isCut ? ' and others' : ''}`;
};

/** What the field is for, and what there is. */
export const templateWords = (templates: Templates): string => {
  const all = known(templates);
  return (
    unread(templates) ??
    (all.length === 0
      ? 'You have no templates, and none are recommended.'
      : `A template fills in the rest. Words of its name or image find it: ${namesOf(all)}. ${keyName('offers.rent-take')} takes the next one.`)
  );
};

/** What it says of the fields that it fills in, as it stands there. */
export const fillings = (template: Template | undefined) => {
  if (template === undefined) return {};
  const { image, diskGb, runType, environment, hasOnStart } = partsOf(template);
  const names = Object.keys(environment).join(' ');
  return {
    ...(image !== undefined && { image: displayText(image) }),
    ...(diskGb !== undefined && { disk: String(diskGb) }),
    ...(runType !== undefined && { runType }),
    ...(names !== '' && { environment: displayText(names) }),
    ...(hasOnStart && { onStart: 'its own script' }),
  };
};
