/** Giving instances another image or template in place, as one kind of write: the container is made anew. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { ImageRequest } from '../api/requests.ts';
import { named } from '../base/figures.ts';
import type { Instance } from '../catalogue/values.ts';
import type { ImageChange } from '../storage/journal/changes.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { usualCommand, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { refusalOf, type Target } from './change.ts';
import { INSTANCE_WRITE, targetLine } from './instance-write.ts';
import { type Runnable, readRunnable } from './typed.ts';

/** The types of it. */
export type ImageWrite = {
  readonly name: ImageChange;
  readonly request: { readonly kind: ImageChange; readonly what: Runnable };
  readonly row: Instance;
  readonly target: Target;
  readonly reply: InstanceReceipt;
};

const asked = ({ id: instanceId }: Target, { what }: ImageWrite['request']): ImageRequest => ({ instanceId, ...what });

const { noun, list, targetsOf, restsOn = () => ({}), keys } = INSTANCE_WRITE;

export const IMAGE_WRITE: WriteKind<ImageWrite> = {
  ...{ noun, list, targetsOf, restsOn, keys },
  names: ['change-image'],
  title: (_, ids) => `Change what ${named(ids, 'instance')} runs`,
  verb: () => 'change it',
  isSentAgain: true,
  field: () => ({
    label: 'Image, or hash of a template:',
    maximum: 512,
    typed: ([target]) => target?.instance.image_uuid ?? '',
    lines: (targets) => targets.map(targetLine),
  }),
  requestOf: (kind, typed) => {
    const what = readRunnable(typed);
    return 'problem' in what ? what : { kind, what };
  },
  refusal: ({ instance }) => refusalOf(instance, 'stop'),
  call: (target, request) => callOf(CALLS.changeImage, asked(target, request)),
  send: (target, request, parts) => {
    const noted = { instanceId: target.id, kind: request.kind, value: Object.values(request.what).join() };
    return sendNoted(CALLS.changeImage, asked(target, request), noted, parts.journal.imageChanges, parts);
  },
  changes: ({ imageChanges }) => imageChanges,
  spending: ({ instance: { machine_id: machineId } }, { what }) => ({
    ...{ act: 'change-image', perHour: 0, instances: 0, machineId: machineId ?? undefined },
    image: 'image' in what ? { name: what.image } : { name: undefined, ...what },
  }),
  affected: (_, { targets }) => targets.map(targetLine),
  consequences: ({ what }) => [
    {
      text: 'Its container is made anew: what runs on it ends, and everything on its disk outside of volumes is lost.',
      tone: 'danger',
    },
    {
      text:
        'image' in what
          ? 'Variables, ports and the on-start script stay. What it costs stays.'
          : 'Image, variables, ports and the on-start script are then as the template says. What it costs stays.',
    },
  ],
  afterwards: (target, end) => {
    if (end === 'accepted') return '';
    const { image_uuid: image, template_name: template } = target?.instance ?? {};
    return `The list, read again, says: image ${image ?? '?'}${template ? `, template ${template}` : ''}.`;
  },
  words: usualWords('Instances are still being changed', 'instances.change'),
  command: { ...usualCommand('instance'), record: (id) => ({ instance_id: id, change: 'change' }) },
};
