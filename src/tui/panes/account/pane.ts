/** The pane of the account: what is connected to it and set up in it. A page more is one line here. */

import { pagedPane } from '../page/paged-pane.tsx';
import { addresses, apiKeys, madeCalls, subaccounts, teamMembers, teamRoles, variables } from './account-lists.ts';
import { connections } from './connections.ts';
import { sshKeys } from './ssh-keys.ts';
import { recommendedTemplates, templates } from './templates/list.ts';

export const account = pagedPane('account', 'connections', {
  connections: { title: 'Cloud connections', pane: connections },
  sshKeys: { title: 'SSH keys', pane: sshKeys },
  templates: { title: 'Templates', pane: templates },
  recommendedTemplates: { title: 'Recommended templates', pane: recommendedTemplates },
  variables: { title: 'Variables', pane: variables },
  apiKeys: { title: 'API keys', pane: apiKeys },
  madeCalls: { title: 'Calls made', pane: madeCalls },
  addresses: { title: 'Addresses', pane: addresses },
  teamMembers: { title: 'Team', pane: teamMembers },
  teamRoles: { title: 'Roles', pane: teamRoles },
  subaccounts: { title: 'Subaccounts', pane: subaccounts },
});
