/** Carries out what `gpudeck ssh-key` asks for. */
import { join, resolve } from 'node:path';
import { ATTACH_WRITE, keysLetIn } from '../../../account/attach-write.ts';
import { publicKeysIn, readKeyOf } from '../../../account/key-file.ts';
import { idOfNewKey, publicKeyWords, SSH_KEY_WRITE } from '../../../account/ssh-key-write.ts';
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { printable } from '../../../base/printable.ts';
import { isSamePublicKey } from '../../../catalogue/ssh-key-text.ts';
import { homeFolder } from '../../../storage/files/home-folder.ts';
import type { AttachChange } from '../../../storage/journal/changes.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { runWrite } from '../../run-write.ts';
import type { WriteOptions } from '../../shared-options.ts';
import { listForCommand, readForCommand, withService } from '../../with-service.ts';

/** What is to be done, or the instance whose keys are to be shown. */
export type SshKeyOptions =
  | WriteOptions<
      | { readonly kind: 'add-key'; readonly file: string | undefined }
      | { readonly kind: 'delete-key' }
      | { readonly kind: AttachChange; readonly key: string }
    >
  | { readonly show: number };

/** A key that is meant, and the ids that instances have for it. */
type Meant = { readonly key: string; readonly keyIds: Readonly<Record<number, number>> };

type Problem = { readonly problem: string };

/** Resolves to the exit code; every message has been written by then. */
export const runSshKey = async (options: SshKeyOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const refuse = ({ problem }: Problem): ExitCode => {
    io.writeError(`gpudeck ssh-key: ${printable(problem)}\n`);
    return EXIT.badUsage;
  };
  if ('show' in options)
    return withService(io, async ({ client }) => {
      const keys = await keysOf(options.show, client, io);
      if (keys === undefined) return refuse(LACKING);
      const lines = keys.map(({ id, public_key: key }) => `${id}  ${publicKeyWords(key)}\n`);
      await writeText(
        io.stdout,
        lines.length === 0 ? `Instance ${options.show} lets no SSH key in.\n` : lines.join(''),
      );
      return EXIT.done;
    });
  const { request } = options;
  switch (request.kind) {
    case 'delete-key':
      return runWrite(SSH_KEY_WRITE, 'ssh-key', { ...options, request }, io);
    case 'add-key': {
      const read = request.file === undefined ? onlyKey() : readKeyOf(resolve(request.file));
      if ('problem' in read) return refuse(read);
      const { key } = read;
      const added = { ...options, ids: [idOfNewKey(key)], request: { kind: request.kind, key } };
      return runWrite(SSH_KEY_WRITE, 'ssh-key', added, io);
    }
    default: {
      const { kind } = request;
      const found: Meant[] = [];
      const code = await withService(io, async ({ client }) => {
        const meant = await meantBy(request, options.ids, client, io);
        if ('problem' in meant) return refuse(meant);
        found.push(meant);
        return EXIT.done;
      });
      const [meant] = found;
      // What is in the way has been told.
      if (meant === undefined) return code;
      return runWrite(ATTACH_WRITE, 'ssh-key', { ...options, request: { kind, ...meant } }, io);
    }
  }
};

const LACKING: Problem = { problem: 'This service does not say which SSH keys an instance has.' };

const keysOf = (instanceId: number, client: Client, io: CommandIo) =>
  readForCommand(
    { read: 'instanceKeys', call: (wishes) => client.read(CALLS.instanceKeys, instanceId, wishes) },
    client,
    io,
  );

/** The only public key in the usual folder; where there are several, one has to be named. */
const onlyKey = (): { readonly key: string } | Problem => {
  const folder = join(homeFolder() ?? '', '.ssh');
  const [first, ...others] = publicKeysIn(folder);
  if (first === undefined) return { problem: `There is no public key in ${folder}: ssh-keygen makes one.` };
  if (others.length === 0) return first;
  const lines = [first, ...others].map(({ file, key }) => `${file}: ${publicKeyWords(key)}`);
  return { problem: `Name one of these keys: ${lines.join('; ')}` };
};

/** The key that is named, by a file or by its id, and for detaching the id that each instance has for it. */
const meantBy = async (
  { kind, key: named }: { readonly kind: AttachChange; readonly key: string },
  ids: readonly number[],
  client: Client,
  io: CommandIo,
): Promise<Meant | Problem> => {
  const id = /^\d{1,15}$/.test(named) ? Number(named) : undefined;
  const read = id === undefined ? readKeyOf(resolve(named)) : undefined;
  if (read !== undefined && 'problem' in read) return read;
  const listed = id === undefined ? undefined : await listForCommand(CALLS.sshKeys, client, io);
  const key = read?.key ?? listed?.records.find((one) => one.id === id)?.key;
  if (kind === 'attach-key')
    return key == null ? { problem: `The account has no SSH key ${named}.` } : { key, keyIds: {} };
  const letIn = await keysLetIn(ids, (instanceId) => keysOf(instanceId, client, io));
  if (letIn === undefined) return LACKING;
  const found = letIn.find((one) =>
    key == null ? Object.values(one.keyIds).some((own) => own === id) : isSamePublicKey(one.key, key),
  );
  const without = ids.find((instanceId) => found?.keyIds[instanceId] === undefined);
  return found === undefined || without !== undefined
    ? { problem: `Instance ${without ?? '?'} does not let the SSH key ${named} in.` }
    : found;
};
