/** Until when an instance is rented: what is typed for its lease, what that means, and the id that confirms what destroys. */
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { changeRefusal, isIdNeeded, leaseOf, limitOfLease, setLease } from '../../../leases/set-lease.ts';
import { readEnd, termsOf } from '../../../leases/until.ts';
import { ACTS_WHILE_RUN, endTerms, leaseWords } from '../../../leases/words.ts';
import type { Lease } from '../../../storage/journal/leases.ts';
import { confirmationProblem, confirmationPrompt } from '../../../writes/confirmation.ts';
import { bind } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { type Line, lineOf } from '../../state/line.ts';
import { paragraph, RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import { band } from '../../ui/segments.ts';
import type { Drawn, PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { ConfirmingPage } from '../write-page/view.tsx';

/** The open page: what is typed for the end and, while it is asked for, the id that confirms it. */
export type LeasePage = {
  readonly kind: 'lease';
  readonly instance: Instance & { readonly id: number };
  readonly before: Lease | undefined;
  readonly text: Line;
  readonly typed?: Line | undefined;
  /** When it was opened: what is typed is read from then on, Unix epoch milliseconds. */
  readonly atMs: number;
};

/** Most characters of an end. */
const LONGEST = 80;

const isTaken = ({ text: { text } }: LeasePage): boolean => text.trim() === '';

/** What is typed, as it was meant when the page was opened; what is not said of the end stays as it was. */
const endIn = ({ text, before, atMs }: LeasePage, timeZone: string) => {
  const read = readEnd(text.text, { timeZone, nowEpochMs: atMs });
  return 'problem' in read ? read : { ...read, end: read.end ?? before?.end ?? 'tell' };
};

type Tools = Needs & { readonly chosen: () => readonly Instance[]; readonly leasesChanged: () => void };

export const createLeasePage = (site: PageSite<unknown, LeasePage>, needs: Tools): RunningPage<LeasePage> => {
  const { chosen, journal, client, clock, timeZone, refuse, notify } = needs;

  /** The instance and its lease, or why it cannot have another one now. */
  const target = () => {
    const access = journal();
    const [instance, ...others] = chosen();
    if (needs.readOnlyReason !== undefined) return { problem: needs.readOnlyReason };
    if ('problem' in access) return access;
    if (others.length > 0) return { problem: 'A lease is of one instance: unmark the others.' };
    if (instance?.id == null) return { problem: 'There is no instance here that the service names.' };
    const found = leaseOf(access.leases, instance.id);
    if ('problem' in found) return found;
    const problem = changeRefusal(found.lease);
    return problem === undefined ? { instance: { ...instance, id: instance.id }, before: found.lease } : { problem };
  };
  const open = (): void => {
    const found = target();
    if (!('problem' in found)) site.show({ kind: 'lease', ...found, text: lineOf(''), atMs: clock.now() });
  };

  const done = (words: string): void => {
    site.close();
    needs.leasesChanged();
    notify(words);
  };
  const keep = (page: LeasePage) => {
    const access = journal();
    const { instance } = page;
    if ('problem' in access) return refuse(access.problem);
    if (isTaken(page)) {
      const problem = limitOfLease(access.purse, instance, page.before, undefined) ?? access.leases.clear(instance.id);
      return problem === undefined ? done(`Instance ${instance.id} has no lease any more.`) : refuse(problem);
    }
    const [end, service, keyMark] = [endIn(page, timeZone), client(), needs.keyMark()];
    if ('problem' in end) return refuse(end.problem);
    if (service === undefined || keyMark === undefined) return refuse('The service is not ready.');
    const terms = termsOf(end.until, end.end, clock.now());
    if (terms.untilMs <= terms.fromMs) return refuse('That moment has passed.');
    const limit = limitOfLease(access.purse, instance, page.before, terms);
    if (limit !== undefined) return refuse(limit);
    return needs.run(async () => {
      try {
        const problem = await setLease(access.leases, instance, terms, { client: service, keyMark });
        if (problem === undefined) done(`Instance ${instance.id}: ${endTerms(end, timeZone)}.`);
        else refuse(problem);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse(explain(error).whatCameBack);
      }
    });
  };
  const submit = () => {
    const page = site.page();
    if (page === undefined) return undefined;
    const end = isTaken(page) ? undefined : endIn(page, timeZone);
    if (end === undefined && page.before === undefined) return site.close();
    if (end !== undefined && 'problem' in end) return refuse(end.problem);
    return isIdNeeded(page.before, end?.end) ? site.change((now) => ({ ...now, typed: lineOf('') })) : keep(page);
  };
  const confirm = (): void => {
    const page = site.page();
    if (page === undefined) return;
    const problem = confirmationProblem({ ids: [page.instance.id], noun: 'instance' }, page.typed?.text ?? '');
    if (problem === undefined) keep(page);
    else refuse(problem);
  };

  return {
    openers: [
      bind('instances.lease', ['Z'], 'until', 'Change', open, {
        help: 'say until when it is rented, and what is done then',
        words: ['lease', 'end', 'stop later', 'destroy later', 'timer', 'schedule', 'auto stop', 'deadline'],
        refusal: () => {
          const found = target();
          return 'problem' in found ? found.problem : undefined;
        },
      }),
    ],
    layers: ({ typed }) => {
      const name = typed === undefined ? 'text' : 'typed';
      const untype = () => site.change((now) => ({ ...now, typed: undefined }));
      return [
        fieldLayer({
          owner: 'instances',
          line: () => site.page()?.[name],
          change: (edit) => site.change((page) => ({ ...page, [name]: edit(page[name] ?? lineOf('')) })),
          maximum: LONGEST,
          ...(typed === undefined
            ? {
                accept: acceptKey('instances.lease-set', 'set it', submit),
                cancel: cancelKey('instances.lease-leave', site.close),
              }
            : {
                accept: { ...acceptKey('instances.lease-confirm', 'set it', confirm), isConfirming: true },
                cancel: cancelKey('instances.lease-untype', untype),
              }),
        }),
      ];
    },
    serviceChanged: site.close,
  };
};

/** What stands above the field: what it means comes first, where the smallest screen has room for it. */
const leaseLines = (page: LeasePage, timeZone: string, width: number): readonly RecordLine[] => {
  const { before } = page;
  const end = isTaken(page) ? undefined : endIn(page, timeZone);
  return [
    ...(end === undefined
      ? paragraph(before === undefined ? 'Nothing is typed yet.' : 'Empty: its lease is taken away.', width)
      : 'problem' in end
        ? paragraph(end.problem, width, 'warning')
        : paragraph(`${endTerms(end, timeZone)}.`, width, end.end === 'destroy' ? 'danger' : 'strong')),
    [],
    band('Until now', []),
    ...paragraph(
      before === undefined ? 'It has no end: it costs until it is destroyed.' : leaseWords(before, timeZone),
      width,
    ),
    [],
    ...paragraph(
      'Write when it ends and what is done then: +4h stop, tomorrow 02:00 destroy, or 18:00 tell. You are warned before: a tenth of the time, an hour at the most.',
      width,
      'dim',
    ),
    ...paragraph(ACTS_WHILE_RUN, width, 'dim'),
  ];
};

/** The page in `width` by `height` cells. */
export const LeaseView = ({ page, timeZone, width, height }: Drawn<unknown, LeasePage>) => {
  const { instance, text, typed } = page;
  const ids = [instance.id];
  const label = confirmationPrompt({ ids, noun: 'instance', verb: 'agree' }, width < 60);
  return (
    <ConfirmingPage
      title={`Until when instance ${instance.id} is rented`}
      lines={leaseLines(page, timeZone, width - RECORD_MARGIN)}
      top={0}
      isRead={false}
      field={typed === undefined ? { label: ' Until:', line: text } : { label: ` ${label}`, line: typed }}
      foot={keyName('instances.lease')}
      width={width}
      height={height}
    />
  );
};
