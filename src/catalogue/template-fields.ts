/** One row for every field of a template (docs/interface.md, Templates), and the columns of them. */
import { type ColumnSet, columnOf } from './columns.ts';
import type { Field } from './field.ts';

/** Of its variables the names are kept, and nothing of its script; a registry login comes in none. */
export const TEMPLATE_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Template', heading: 'Template', width: 8 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 20 },
  { name: 'image', wire: 'string', group: 'other', label: 'Image', heading: 'Image', width: 28 },
  { name: 'tag', wire: 'string', group: 'other', label: 'Tag', heading: 'Tag', width: 16 },
  { name: 'recommended_disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Disk', heading: 'Disk GB', width: 7 },
  { name: 'runtype', wire: 'string', group: 'other', label: 'Run type', heading: 'Run as', width: 8 },
  { name: 'private', wire: 'boolean', group: 'other', label: 'Private', heading: 'Private', width: 7 },
  { name: 'hash_id', wire: 'string', group: 'identity', label: 'Hash', heading: 'Hash', width: 32 },
  { name: 'env', wire: 'string', group: 'other', label: 'Environment', heading: 'Environment', width: 24 },
  { name: 'onstart', wire: 'string', group: 'other', label: 'On-start script' },
  { name: 'args_str', wire: 'string', group: 'other', label: 'Arguments', heading: 'Arguments', width: 20 },
  { name: 'ssh_direct', wire: 'boolean', group: 'other', label: 'SSH without a proxy' },
  { name: 'jup_direct', wire: 'boolean', group: 'other', label: 'Jupyter without a proxy' },
  { name: 'use_ssh', wire: 'boolean', group: 'other', label: 'With SSH' },
  { name: 'use_jupyter_lab', wire: 'boolean', group: 'other', label: 'With JupyterLab' },
  { name: 'jupyter_dir', wire: 'string', group: 'other', label: 'Folder of Jupyter' },
  { name: 'docker_login_repo', wire: 'string', group: 'other', label: 'Registry with a login' },
  { name: 'extra_filters', wire: 'nullable', group: 'other', label: 'Filter of offers' },
  { name: 'volume_info', wire: 'nullable', group: 'storage', label: 'Volume, a hint' },
  { name: 'desc', wire: 'string', group: 'identity', label: 'Description', heading: 'Description', width: 32 },
  { name: 'href', wire: 'string', group: 'identity', label: 'Page' },
  { name: 'repo', wire: 'string', group: 'identity', label: 'Sources' },
  { name: 'readme', wire: 'string', group: 'identity', label: 'Readme' },
  { name: 'readme_visible', wire: 'boolean', group: 'identity', label: 'Readme is shown' },
  { name: 'default_tag', wire: 'string', group: 'other', label: 'Usual tag' },
  { name: 'recommended', wire: 'boolean', group: 'identity', label: 'Recommended', heading: 'Recommended', width: 11 },
  { name: 'count_created', wire: 'number', group: 'availability', label: 'Created of it', heading: 'Used', width: 6 },
  { name: 'recent_create_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Last used', heading: 'Last used', width: 16 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Created', heading: 'Created', width: 16 },
  { name: 'creator_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Creator', heading: 'Creator', width: 8 },
] as const satisfies readonly Field[];

/** What has a heading is a column, in the order of the fields. */
export const TEMPLATE_COLUMNS: ColumnSet = {
  columns: TEMPLATE_FIELDS.filter((field) => 'heading' in field).map(columnOf),
  keptLongest: ['id', 'name', 'image', 'tag', 'recommended_disk_space', 'runtype', 'private', 'recommended', 'count_created', 'desc', 'hash_id'],
  pinned: 2,
};
