/** `gpudeck template`: creates templates, changes, deletes and shows them. */
import { Argument, Option, type Command as Parser } from 'commander';
import { CALLS } from '../../api/calls.ts';
import { RUN_TYPES } from '../../api/requests.ts';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addOutputOptions,
  addWriteOptions,
  commandsBelow,
  each,
  gigabytes,
  namesOf,
  notEmpty,
  type OutputFlags,
  oneId,
  readOutput,
  type WriteFlags,
  writeOptionsOf,
} from '../shared-options.ts';
import type { TemplateGiven, TemplateOptions } from './template/run.ts';

const OF_IMAGE = '--image vllm/vllm-openai';
const EXAMPLE = '--name train --image pytorch/pytorch --disk 40';

/** The command. */
export const template = commandOf<TemplateOptions>({
  effect: {
    create: { does: 'writes', prints: { lines: 'change' } },
    edit: { does: 'writes', prints: { lines: 'change' } },
    delete: { does: 'writes', ends: true, prints: { lines: 'change' } },
    list: { does: 'reads', prints: { array: 'templates' } },
    show: { does: 'reads', prints: { text: 'presets.json' } },
  },
  addOptions: (parser, onOptions) => {
    const below = commandsBelow(parser, 'template');
    const ids = (words: string) => new Argument(words, 'ids of templates').argParser(each(oneId('a template', 1001)));
    const written = (inner: Parser, kind: 'create-template' | 'edit-template') =>
      addWriteOptions(addParts(inner)).action(() => {
        const flags = inner.opts<TemplateGiven & WriteFlags>();
        onOptions(writeOptionsOf(inner.processedArgs[0] ?? [], { kind, given: flags }, flags));
      });
    written(below('create', 'create a template', `create ${EXAMPLE} --dry-run`), 'create-template');
    const edit = below(
      'edit',
      'change what is named of a template: its hash is another then',
      'edit 1001 --disk 40 --yes',
    );
    written(edit.addArgument(ids('<id>')), 'edit-template');
    addWriteOptions(below('delete', 'delete templates', 'delete 1001 --yes').addArgument(ids('<id...>'))).action(
      (chosen: readonly number[], flags: WriteFlags) =>
        onOptions(writeOptionsOf(chosen, { kind: 'delete-template' }, flags)),
    );
    const found = below('list', 'print the templates with an image, of all that you may see', `list ${OF_IMAGE}`);
    addOutputOptions(found, namesOf(CALLS.templates.fields))
      .requiredOption('--image <name>', 'the image without its tag, such as vllm/vllm-openai', notEmpty)
      .action(({ image, ...flags }: OutputFlags & { readonly image: string }) =>
        onOptions({ image, output: readOutput(flags) }),
      );
    below('show', 'print what a template fills in, values masked', 'show 0b3f1a6c2d9e4857a1c0f2e4d6b8a091')
      .argument('<template>', 'its hash or id', notEmpty)
      .option('--preset <name>', 'print the preset of this name that says the same, for presets.json', notEmpty)
      .action((show: string, { preset }: { readonly preset?: string }) => onOptions({ show, preset }));
    addExamples(parser, 'template show 0b3f1a6c2d9e4857a1c0f2e4d6b8a091', 'template delete 1001 --yes');
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./template/run.ts')).runTemplate(options, io),
});

const addParts = (parser: Parser): Parser =>
  parser
    .option('--name <text>', 'its name', notEmpty)
    .option('--image <name>', 'image that runs, such as pytorch/pytorch', notEmpty)
    .option('--tag <text>', 'tag of the image', notEmpty)
    .option('--disk <GB>', 'disk of a rental that asks for no other', gigabytes)
    .addOption(new Option('--runtype <type>', 'how the image is run').choices(RUN_TYPES))
    .option(
      '--env <name>',
      'this variable, or NAME=@FILE, or "-p 8080:8080"; may be given several times, and replaces what was there',
      (text: string, before: readonly string[] = []) => [...before, notEmpty(text)],
    )
    .option('--onstart <file>', 'script that runs at the start', notEmpty)
    .option('--args <text>', 'arguments of the image')
    .option('--desc <text>', 'what it is')
    .addOption(new Option('--private', 'only you see it').conflicts('public'))
    .option('--public', 'everybody sees it, and can rent by it')
    .option('--login <user@registry>', 'login for the registry of its image; needs --login-file', notEmpty)
    .option('--login-file <file>', 'private file with the password of that login', notEmpty)
    .option('--preset <name>', 'preset in presets.json that fills in what is not given', notEmpty);
