/** The calls that copy files between instances, volumes and clouds, and that end such copies (docs/interface.md, Files). */
import * as z from 'zod';
import { writeCall } from './call-row.ts';
import { cleanInstanceReceipt } from './records/clean.ts';
import type { InstanceReceipt } from './records/replies.ts';
import { instanceReply } from './records/reply-schema.ts';
import type { CloudCopyRequest, CopyRequest, EndCopiesRequest } from './requests.ts';

const DIRECT = '/api/v0/commands/copy_direct/';
const CLOUD = '/api/v0/commands/rclone/';

const endBody = ({ into }: EndCopiesRequest) => ({ client_id: 'me', dst_id: into });

/** `{msg, result_url}`: whatever else it says, a no is one. */
const cloudReply = (): z.ZodType<InstanceReceipt> =>
  z
    .object({ success: z.literal(true).optional(), msg: z.string(), result_url: z.string().nullish() })
    .transform(({ msg, result_url: address }) => ({ message: address ? `${msg} Its result: ${address}` : msg }));

/** The rows by name. */
export const COPY_CALLS = {
  copyFiles: writeCall({
    method: 'PUT',
    path: DIRECT,
    body: ({ from, to, fromPath, toPath }: CopyRequest) => ({
      ...{ client_id: 'me', src_id: from, dst_id: to },
      ...{ src_path: fromPath, dst_path: toPath },
    }),
    purpose: 'copy the files',
    minimumSeconds: 1,
    // By the hour nothing costs more; traffic is charged apart.
    mayCostMore: false,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Ends all copies into a place, whoever began them. */
  endCopies: writeCall({
    method: 'DELETE',
    path: DIRECT,
    body: endBody,
    purpose: 'end the copies',
    minimumSeconds: 1,
    mayCostMore: false,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  copyWithCloud: writeCall({
    method: 'POST',
    path: CLOUD,
    body: ({ instanceId, connectionId, fromPath, toPath, isUp, flags }: CloudCopyRequest) => ({
      ...{ instance_id: instanceId, selected: connectionId, src: fromPath, dst: toPath },
      ...{ transfer: isUp ? 'Instance To Cloud' : 'Cloud To Instance', flags },
    }),
    purpose: 'copy the files',
    minimumSeconds: 1,
    mayCostMore: false,
    schema: cloudReply,
    clean: cleanInstanceReceipt,
  }),

  /** The same for those from a cloud. */
  endCloudCopies: writeCall({
    method: 'DELETE',
    path: CLOUD,
    body: endBody,
    purpose: 'end the cloud copies',
    minimumSeconds: 1,
    mayCostMore: false,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};
