/** The pages of the account that are only read: keys, calls, variables, people. */

import { CALLS, type ListCall } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { accountColumns } from '../../../catalogue/account-fields.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import type { Pane } from '../pane.ts';

/** The list that `call` brings; `empty` is said where there is nothing in it, and `about` what would be. */
const readOnly = <Kept extends ServiceRecord>(
  call: ListCall<Kept>,
  noun: string,
  empty: string,
  about: string,
): Pane<RecordList<Kept>> => {
  const columns = accountColumns(call.fields);
  const [first] = call.fields;
  const nameOf = (record: Kept) =>
    String(record.name ?? record.username ?? record.email ?? record[first?.name ?? ''] ?? '-');
  return recordList({
    call,
    noun,
    columns: () => columns,
    firstColumn: columns.keptLongest[0] ?? 'id',
    emptyWords: [empty, about, `${keyName(`${call.name}.refresh`)} asks again.`],
    comparedAs: nameOf,
    title: (record) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${nameOf(record)}`,
  });
};

export const variables = readOnly(
  CALLS.variables,
  'variable',
  'Your account has no variables.',
  'Every instance gets the variables of the account when it is created. Their names are listed here, never their values.',
);

export const apiKeys = readOnly(
  CALLS.apiKeys,
  'API key',
  'The service lists no API key.',
  'The keys of the account are listed here, and which calls each may make; never a key itself.',
);

export const madeCalls = readOnly(
  CALLS.madeCalls,
  'call',
  'No call is on record.',
  'What was called with the keys of the account is listed here. Of what was sent, texts that may be secret are left out.',
);

export const addresses = readOnly(
  CALLS.addresses,
  'address',
  'No address is on record.',
  'From where the account was used is listed here: an address that is not yours is a reason to change the keys.',
);

export const teamMembers = readOnly(
  CALLS.teamMembers,
  'member',
  'You are in no team.',
  'Who is in your team is listed here, and the roles of each.',
);

export const teamRoles = readOnly(
  CALLS.teamRoles,
  'role',
  'Your team has no roles.',
  'What members of the team may call is listed here.',
);

export const subaccounts = readOnly(
  CALLS.subaccounts,
  'subaccount',
  'You have no subaccounts.',
  'Accounts that belong to yours are listed here, with what is left of the balance of each.',
);
