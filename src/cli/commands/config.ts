/** `gpudeck config`: where the files of the set-up lie, what they say, what is wrong with them, and what they may say. Changes nothing. */
import type { Command as Parser } from 'commander';
import { bareCommandOf } from '../command.ts';
import { writeOutcome } from '../record-writer.ts';
import { addExamples, expecting } from '../shared-options.ts';
import type { ConfigTask, SchemaFile } from './config-tasks.ts';

type JsonFlag = { readonly json?: true };

/** The command. */
export const config = bareCommandOf<{ readonly task: ConfigTask }>({
  effect: {
    path: { does: 'reads', prints: { array: 'config-path' } },
    show: { does: 'reads', prints: { object: 'config' } },
    validate: { does: 'reads', prints: { array: 'config-problems' } },
    keys: { does: 'reads', prints: { array: 'config-keys' } },
    schema: { does: 'reads', prints: { text: 'JSON Schema' } },
  },
  addOptions: (parser, onOptions) => addTasks(parser, (task) => onOptions({ task })),
  run: async ({ task }, reading, io) =>
    writeOutcome((await import('./config-tasks.ts')).carryOut(task, reading, io), io),
});

/** The files that have a schema. */
const SCHEMAS: readonly SchemaFile[] = ['profiles', 'sets', 'keys', 'theme', 'presets', 'limits', 'alerts'];

const addTasks = (parser: Parser, onTask: (task: ConfigTask) => void): void => {
  const add = (name: ConfigTask['action'], purpose: string) => parser.command(name).description(purpose);
  const addPlain = (name: 'path' | 'show' | 'validate' | 'keys', purpose: string, json: string) =>
    addExamples(
      add(name, purpose)
        .option('--json', json)
        .action((flags: JsonFlag) => onTask({ action: name, isJson: flags.json === true })),
      `config ${name}`,
      `config ${name} --json`,
    );
  addPlain(
    'path',
    'print where the files lie, and which of them are there',
    'one JSON array of {"what", "path", "exists"}',
  );
  addPlain(
    'show',
    'print what the set-up says: service, profiles, sets, views, theme, presets, alerts; never a key',
    'one JSON object',
  );
  addPlain(
    'validate',
    'print what is wrong with profiles, sets, keys, views, theme, presets and alerts: file, line and member',
    'one JSON array of {"file", "line", "member", "message"}',
  );
  addPlain(
    'keys',
    'print every row of the key tables: id, keys, what it does; * marks your own keys',
    'one JSON array of {"id", "keys", "label", "is_own"}',
  );
  addExamples(
    add('schema', 'print the JSON schema of a file, for editors')
      .argument('<file>', 'the file: profiles, sets, keys, theme, presets or alerts', schemaName)
      .action((file: SchemaFile) => onTask({ action: 'schema', file })),
    'config schema profiles',
    'config schema sets > sets.schema.json',
  );
  addExamples(parser, 'config path', 'config validate', 'config schema profiles > profiles.schema.json');
};

const schemaName = expecting(
  `Expected one of: ${SCHEMAS.join(', ')}. Views are text: docs/views.md, The file.`,
  (text) => SCHEMAS.find((known) => known === text),
);
