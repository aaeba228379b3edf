/**
 * The calls that services of this kind are published with, and what the program has of them. `test/parity.test.ts` prints a page from here
 * and from the rows of calls. A line is method and path, then the call, then why the program does not make it; a line without a
 * reason is a call that it makes.
 */
import type { EndpointName } from '../../src/api/calls.ts';

/** Every call of the published description, in its groups. Paths begin with `/api/v0` where nothing else is said. */
export const PUBLISHED = `
# Search
GET /benchmarks | search benchmarks | not yet
POST /bundles | search offers
GET /template | search templates

# Instances
GET /api/v1/instances | list instances
GET /instances/{id} | one instance | not needed
PUT /asks/{id} | create an instance
PUT /instances/{id} | start, stop, label
PUT /instances/reboot/{id} | reboot
PUT /instances/recycle/{id} | make its container anew
PUT /instances/bid_price/{id} | change the bid
DELETE /instances/{id} | destroy
PUT /instances/request_logs/{id} | log
PUT /instances/command/{id} | run a command
PUT /instances/prepay/{id} | pay in advance | prepayment
GET /instances/{id}/ssh | its SSH keys
POST /instances/{id}/ssh | attach an SSH key
DELETE /instances/{id}/ssh/{ssh_key_id} | detach an SSH key
PUT /commands/copy_direct | copy files
DELETE /commands/copy_direct | end copies
POST /commands/rclone | copy from or to a cloud
DELETE /commands/rclone | end cloud copies

# Volumes
GET /volumes | list volumes
POST /volumes/search | search volumes to rent
PUT /volumes | rent a volume
DELETE /volumes | delete a volume
POST /volumes/unlist | offer a volume no more | not needed

# Templates
POST /template | create a template
PUT /template | change a template
DELETE /template | delete a template

# Machines
GET /machines | list machines
PUT /machines/create_asks | list a machine, change its prices
DELETE /machines/{machine_id}/asks | unlist a machine
PUT /machines/{machine_id}/minbid | smallest bid
PUT /machines/{machine_id}/cleanup | clean up
GET /machines/{machine_id}/reports | reports of renters
PUT /machines/{machine_id}/dnotify | announce a window
PUT /machines/{machine_id}/cancel_maint | withdraw windows
PUT /machines/create_bids | set what runs while nobody rents | not yet
DELETE /machines/{machine_id}/defjob | remove what runs while nobody rents | not yet
GET /metrics/gpu/current | figures of the market | not yet
GET /metrics/gpu/history | figures of its past | not yet
GET /metrics/gpu/locations | figures by place | not yet

# Notifications
GET /notification-types | notification types
GET /users/{user_id}/notification-prefs | present preferences
PUT /users/{user_id}/notification-prefs | replace preferences
GET /webhooks | list webhooks
POST /webhooks | create a webhook
PUT /webhooks/{id} | change a webhook
DELETE /webhooks/{id} | delete a webhook
POST /webhooks/{id}/rotate-secret | new signing secret
POST /webhooks/{id}/test | test a webhook

# Money
GET /charges | charges
GET /api/v1/invoices | payments
GET /users/{user_id}/machine-earnings | earnings
GET /instances/balance/{id} | what is paid in advance | prepayment
PUT /commands/transfer_credit | give credit away | transfers of credit

# Account
GET /users/current | user
PUT /users | change the user | account settings
GET /users/cloud_integrations | cloud connections
GET /users/{user_id}/ipaddrs | addresses that the user came from
GET /ssh | list SSH keys
POST /ssh | add an SSH key
PUT /ssh/{id} | change an SSH key | account settings
DELETE /ssh/{id} | delete an SSH key
GET /auth/apikeys | list API keys
POST /auth/apikeys | create an API key | account settings
DELETE /auth/apikeys/{id} | delete an API key | account settings
GET /secrets | the account's environment variables
POST /secrets | add a variable | account settings
PUT /secrets | change a variable | account settings
DELETE /secrets | delete a variable | account settings
GET /subaccounts | list subaccounts
POST /users | create a subaccount | account settings

# Team
GET /team/members | members
GET /team/roles-full | roles
GET /team/roles/{name} | one role | told by the list
POST /team | create a team | changes of a team
DELETE /team | end a team | changes of a team
POST /team/invite | invite a member | changes of a team
DELETE /team/members/{id} | remove a member | changes of a team
POST /team/roles | create a role | changes of a team
PUT /team/roles/{name} | change a role | changes of a team
DELETE /team/roles/{name} | remove a role | changes of a team

# Serverless
GET /deployments | list deployments | serverless
GET /deployment/{id} | one deployment | serverless
POST /deployment/{id}/start | start a deployment | serverless
POST /deployment/{id}/stop | stop a deployment | serverless
GET /endptjobs | list endpoints | serverless
POST /endptjobs | create an endpoint | serverless
PUT /endptjobs/{id} | change an endpoint | serverless
DELETE /endptjobs/{id} | delete an endpoint | serverless
POST /get_endpoint_logs | logs of an endpoint | serverless
POST /get_endpoint_workers | workers of an endpoint | serverless
GET /workergroups | list groups of workers | serverless
POST /workergroups | create a group of workers | serverless
PUT /workergroups/{id} | change a group of workers | serverless
DELETE /workergroups/{id} | delete a group of workers | serverless
POST /get_workergroup_logs | logs of a group | serverless
POST /get_workergroup_workers | workers of a group | serverless
POST /route | find a worker | serverless
`;

/** What that description lacks. Where a path is known nowhere, or is several, there is none. */
export const BEYOND = `
# Older paths
GET /instances | list instances at once

# Of other services and programs
POST /asks/{id} | create an instance
GET /users/spend-rate | what is spent per hour
GET /machines/maintenances | list windows
DELETE /machines/maintenances | withdraw one window | not yet
GET /instances/pending-price-increases | list price increases
PUT /instances/accept-price-increase | accept a price increase
PUT /instances/reject-price-increase | reject a price increase
PUT /instances/update_template/{id} | change image or template in place
POST /asks/bulk | create several instances | not needed
PUT /instances | start or stop several
DELETE /instances | destroy several
POST /volumes | offer a machine's disk as volumes | not needed
POST /volumes/copy | clone a volume
GET /audit_logs | who called what
PUT /commands/reset_apikey | replace the API key in use | account settings
| two-factor settings | account settings
POST /network_volumes/search | search network volumes to rent | half published
PUT /network_volumes | rent a network volume | half published
| offer network disks and volumes of them | clusters
| defragment the GPUs of a machine | not yet
| have a machine test itself | not yet
| scheduled jobs | not yet
| clusters and overlay networks | clusters

# Of the local service
GET /webhooks/{id}/deliveries | what was delivered
`;

/**
 * How a call is reached: the keys that are pressed in its pane, by the ids of their rows in `src/own-keys/rows.json`, and the command.
 * Several ways have a comma between them. Opening the pane is enough where no keys are named.
 */
type Reach = { readonly keys?: string; readonly command?: string };

/** How each call of the program is reached. */
export const REACH: Record<EndpointName, Reach> = {
  search: { command: 'search' },
  volumes: { command: 'list volumes' },
  volumeOffers: { keys: 'volumes.tab', command: 'list volume-offers' },
  rentVolume: { keys: 'volumes.tab volumeOffers.rent', command: 'volume rent' },
  cloneVolume: { keys: 'volumes.tab volumeOffers.clone', command: 'volume clone' },
  deleteVolume: { keys: 'volumes.delete', command: 'volume delete' },
  connections: { command: 'list connections' },
  instances: { command: 'list instances' },
  instancesAtOnce: { command: 'list instances' },
  sshKeys: { keys: 'offers.rent', command: 'list ssh-keys' },
  addSshKey: { keys: 'sshKeys.add', command: 'ssh-key add' },
  deleteSshKey: { keys: 'sshKeys.delete', command: 'ssh-key delete' },
  instanceKeys: { keys: 'instances.detach-key', command: 'ssh-key show' },
  attachSshKey: { keys: 'instances.attach-key', command: 'ssh-key attach' },
  detachSshKey: { keys: 'instances.detach-key', command: 'ssh-key detach' },
  apiKeys: { keys: 'account.tab', command: 'list api-keys' },
  madeCalls: { keys: 'account.tab', command: 'list calls' },
  variables: { keys: 'account.tab', command: 'list variables' },
  teamMembers: { keys: 'account.tab', command: 'list team' },
  teamRoles: { keys: 'account.tab', command: 'list roles' },
  addresses: { keys: 'account.tab', command: 'list addresses' },
  subaccounts: { keys: 'account.tab', command: 'list subaccounts' },
  runCommand: { keys: 'instances.command', command: 'instance execute' },
  requestLogs: { keys: 'instances.log', command: 'logs' },
  machines: { command: 'list machines' },
  windows: { keys: 'maintenance.page', command: 'list windows' },
  maintenance: { command: 'schedule' },
  withdraw: { keys: 'maintenance.page maintenance.withdraw', command: 'withdraw' },
  listMachine: { keys: 'machines.price', command: 'machine list, machine price, machine end' },
  unlistMachine: { keys: 'machines.unlist', command: 'machine unlist' },
  minBid: { keys: 'machines.min-bid', command: 'machine min-bid' },
  cleanUp: { keys: 'machines.clean-up', command: 'machine cleanup' },
  reports: { keys: 'machines.open' },
  priceIncreases: { keys: 'instances.increases', command: 'list increases' },
  acceptIncrease: { keys: 'instances.increases increases.accept', command: 'instance accept-increase' },
  rejectIncrease: { keys: 'instances.increases increases.reject', command: 'instance reject-increase' },
  rent: { keys: 'offers.rent', command: 'rent' },
  rentByPut: { keys: 'offers.rent', command: 'rent' },
  cover: { keys: 'offers.rent', command: 'rent' },
  changeInstance: {
    keys: 'instances.start-stop, instances.label',
    command: 'instance start, instance stop, instance label',
  },
  changeInstances: { keys: 'instances.mark-shown instances.start-stop', command: 'instance start, instance stop' },
  destroyInstances: { keys: 'instances.mark-shown instances.destroy', command: 'instance destroy' },
  recycleInstance: { keys: 'instances.recycle', command: 'instance recycle' },
  rebootInstance: { keys: 'instances.reboot', command: 'instance reboot' },
  bidForInstance: { keys: 'instances.bid', command: 'instance bid' },
  destroyInstance: { keys: 'instances.destroy', command: 'instance destroy' },
  copyFiles: { keys: 'instances.files', command: 'copy' },
  endCopies: { keys: 'instances.end-copies', command: 'copy cancel' },
  copyWithCloud: { keys: 'instances.files', command: 'copy' },
  endCloudCopies: { keys: 'instances.end-copies', command: 'copy cancel' },
  presentWebhooks: { command: 'list webhooks' },
  deliveries: { keys: 'notifications.open' },
  webhooks: { keys: 'notifications.new', command: 'webhook create' },
  changeWebhook: { keys: 'notifications.change', command: 'webhook change' },
  deleteWebhook: { keys: 'notifications.delete', command: 'webhook delete' },
  rotateWebhook: { keys: 'notifications.rotate', command: 'webhook rotate' },
  testWebhook: { keys: 'notifications.test', command: 'webhook test' },
  templates: { keys: 'account.tab', command: 'list templates, template show' },
  recommendedTemplates: { keys: 'account.tab', command: 'list recommended-templates, template list' },
  createTemplate: { keys: 'account.tab templates.new', command: 'template create' },
  editTemplate: { keys: 'account.tab templates.edit', command: 'template edit' },
  deleteTemplate: { keys: 'account.tab templates.delete', command: 'template delete' },
  changeImage: { keys: 'instances.image', command: 'instance change' },
  user: { command: 'balance' },
  spendRate: { command: 'balance' },
  charges: { keys: 'money.tab', command: 'charges' },
  invoices: { keys: 'money.tab', command: 'invoices' },
  earnings: { keys: 'money.tab', command: 'earnings' },
  preferences: { keys: 'notifications.tab notifications.review' },
  presentPreferences: { keys: 'notifications.tab' },
  notificationTypes: { keys: 'notifications.tab' },
};
