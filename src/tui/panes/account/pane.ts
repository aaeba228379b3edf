/** The pane of the account: what is connected to it and set up in it. A page more is one line here. */

import { pagedPane } from '../page/paged-pane.tsx';
import { connections } from './connections.ts';
import { sshKeys } from './ssh-keys.ts';

export const account = pagedPane('account', 'connections', {
  connections: { title: 'Cloud connections', pane: connections },
  sshKeys: { title: 'SSH keys', pane: sshKeys },
});
