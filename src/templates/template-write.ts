/** Creating, changing and deleting templates as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { TemplateReply } from '../api/records/replies.ts';
import type { TemplateParts, TemplateRequest } from '../api/requests.ts';
import { imageOf } from '../api/template-calls.ts';
import { named } from '../base/figures.ts';
import { printable } from '../base/printable.ts';
import type { Template } from '../catalogue/values.ts';
import { maskedCall } from '../rentals/plan.ts';
import { TEMPLATE_CHANGES, type TemplateChange } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { type Paragraph, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';

/** What is wished for: a new template, other parts of one, or one less. */
export type TemplateWish =
  | { readonly kind: 'create-template' | 'edit-template'; readonly parts: TemplateParts }
  | { readonly kind: 'delete-template' };

/** A template of the list; one that is to be created has the id that its name gives, and is there once the list has one of that name. */
type Target = { readonly id: number; readonly template: Template | undefined };

/** The types of it. */
export type TemplateWrite = {
  readonly name: TemplateChange;
  readonly request: TemplateWish;
  readonly row: Template;
  readonly target: Target;
  readonly reply: TemplateReply;
};

/** The id, below zero, under which the creation of a template of this name is noted until the service gives one. */
export const idOfNew = (name: string): number =>
  -1 - [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647, 7);

/** What is wrong with the parts; `isNew` where a template is made of them alone. */
export const partsProblem = (parts: TemplateParts, isNew: boolean): string | undefined => {
  const { name, image } = parts;
  if (isNew ? !name?.trim() : name?.trim() === '') return 'Name the template.';
  if (isNew && image === undefined) return 'Name an image, such as ubuntu:24.04.';
  if (image !== undefined && !/^[^\s\p{Cc}]+$/u.test(image)) return 'The name of an image has no spaces.';
  return Object.keys(parts).length === 0 ? 'Nothing is to be changed.' : undefined;
};

const CALL_OF: Readonly<Record<TemplateChange, WriteCall<TemplateRequest, TemplateReply>>> = {
  'create-template': CALLS.createTemplate,
  'edit-template': CALLS.editTemplate,
  'delete-template': CALLS.deleteTemplate,
};

const askedOf = ({ id: templateId, template }: Target, wish: TemplateWish): TemplateRequest => ({
  ...('parts' in wish && wish.parts),
  ...{ templateId, hash: template?.hash_id ?? '' },
});

const targetLine = ({ id, template }: Target): Paragraph =>
  template === undefined
    ? { text: `${id} is no longer in the list.`, tone: 'danger' }
    : { text: printable([id, template.name, imageOf(template)].join('  ')), tone: 'strong' };

const warned = (text: string): Paragraph => ({ text, tone: 'warning' });

/** What of it is to be known before it is sent. */
const partsWords = ({ environment = {}, isPrivate, onStart, login }: TemplateParts): readonly Paragraph[] => {
  const secrets = Object.keys(environment).filter((name) => !name.startsWith('-'));
  const isHidden = secrets.length > 0 || onStart !== undefined || login !== undefined;
  return [
    ...(isHidden ? [{ text: 'What is secret in the call is hidden here.' }] : []),
    ...(secrets.length > 0 ? [warned(`Whoever can rent by it can read the values of ${secrets.join(', ')}.`)] : []),
    ...(isPrivate === false ? [warned('It is public: everybody can see it and rent by it.')] : []),
  ];
};

const VERBS = { 'create-template': 'create', 'edit-template': 'edit', 'delete-template': 'delete' } as const;

export const TEMPLATE_WRITE: WriteKind<TemplateWrite> = {
  names: TEMPLATE_CHANGES,
  noun: 'template',
  title: (name, ids, wish) =>
    name === 'create-template'
      ? `Create the template ${printable(newNameOf(wish) ?? '')}`
      : `${name === 'edit-template' ? 'Edit' : 'Delete'} ${named(ids, 'template')}`,
  newName: (wish) => newNameOf(wish),
  list: CALLS.templates,
  targetsOf: (rows, ids) =>
    ids.flatMap((id) => {
      const template = rows.find((row) => (id < 0 ? idOfNew(row.name ?? '') : row.id) === id);
      return id < 0 || template !== undefined ? [{ id, template }] : [];
    }),
  requestOf: (kind) => (kind === 'delete-template' ? { kind } : { problem: 'What it is to hold is not named.' }),
  isSmall: (kind) => kind !== 'delete-template',
  isNameEnough: true,
  isBodySetOut: true,
  verb: ({ kind }) => VERBS[kind],

  call: (target, wish) => maskedCall(callOf(CALL_OF[wish.kind], askedOf(target, wish))),
  send: (target, wish, parts) => {
    const value = 'parts' in wish ? Object.keys(wish.parts).join(' ') : '';
    const noted = { instanceId: target.id, kind: wish.kind, value };
    return sendNoted(CALL_OF[wish.kind], askedOf(target, wish), noted, parts.journal.templateChanges, parts);
  },
  changes: ({ templateChanges }) => templateChanges,

  affected: ({ kind }, { targets }) => (kind === 'create-template' ? [] : targets.map(targetLine)),
  consequences: (wish) => {
    switch (wish.kind) {
      case 'create-template':
        return [{ text: 'It costs nothing by itself: instances can be rented by it.' }, ...partsWords(wish.parts)];
      case 'edit-template':
        return [
          {
            text: 'What is not named stays. Its id stays, and its hash is another then: whoever rents by the hash needs the new one.',
          },
          ...partsWords(wish.parts),
        ];
      case 'delete-template':
        return [
          { text: 'Nothing can be rented by it any more. Instances that were rented by it stay.', tone: 'danger' },
        ];
    }
  },
  readsAgain: {
    isNeeded: (kind) => kind !== 'create-template',
    areSame: (one, other) => JSON.stringify(one.map(hashOf)) === JSON.stringify(other.map(hashOf)),
    again: 'Reading the templates once more before anything is sent.',
    changed: () => [
      'Nothing was sent: the template was changed elsewhere. Read what stands here now, then confirm again.',
    ],
  },
  afterwards: (target, end, kind) => {
    if (end === 'accepted') return '';
    if (target?.template === undefined) return 'The list, read again, has none like it.';
    const { id, hash_id } = target.template;
    return kind === 'delete-template'
      ? 'The list, read again, still has it.'
      : `The list, read again, has ${id}, hash ${hash_id}.`;
  },

  words: usualWords('A template is still being sent', 'templates.act'),
  keys: usualKeys('templates', 'templates.act', 'Template'),
  command: {
    ...usualCommand('template'),
    record: (id, { kind }) => ({ ...(id > 0 && { template_id: id }), change: VERBS[kind] }),
    told: ({ id, hash }) => ({
      ...(id !== undefined && { template_id: id }),
      ...(hash !== undefined && { hash_id: hash }),
    }),
  },
};

const hashOf = ({ id, template }: Target) => [id, template?.hash_id];

const newNameOf = (wish: TemplateWish | undefined): string | undefined =>
  wish?.kind === 'create-template' ? wish.parts.name : undefined;
