/** Carries out what `gpudeck template` asks for. */
import { resolve } from 'node:path';
import { CALLS, templatesBy } from '../../../api/calls.ts';
import type { RunType, TemplateParts } from '../../../api/requests.ts';
import { printable } from '../../../base/printable.ts';
import { sectionsOf } from '../../../catalogue/sections.ts';
import type { Template } from '../../../catalogue/values.ts';
import { readOnStart } from '../../../rentals/on-start.ts';
import { readKeyFile } from '../../../storage/files/key-file.ts';
import { presetOfTemplate, STAYS_IN_PRESET } from '../../../templates/template.ts';
import { idOfNew, partsProblem, TEMPLATE_WRITE, type TemplateWish } from '../../../templates/template-write.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { findTemplate } from '../../find-template.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { runWrite } from '../../run-write.ts';
import type { Output, WriteOptions } from '../../shared-options.ts';
import { withService } from '../../with-service.ts';
import { printList } from '../list.ts';
import { environmentOf, presetOf } from '../rent/plan-of.ts';

/** What a template is to hold, as it is given; what a `preset` of that name says fills in the rest. */
export type TemplateGiven = {
  readonly preset?: string;
  readonly name?: string;
  readonly image?: string;
  readonly tag?: string;
  /** GB. */
  readonly disk?: number;
  readonly runtype?: RunType;
  readonly env?: readonly string[];
  readonly onstart?: string;
  readonly args?: string;
  readonly desc?: string;
  readonly private?: true;
  readonly public?: true;
  /** `USER@REGISTRY`, and the file of the password. */
  readonly login?: string;
  readonly loginFile?: string;
};

/** What is to be done, or what is to be shown. */
export type TemplateOptions =
  | WriteOptions<
      | { readonly kind: 'create-template' | 'edit-template'; readonly given: TemplateGiven }
      | Extract<TemplateWish, { kind: 'delete-template' }>
    >
  | { readonly show: string; readonly preset: string | undefined }
  | { readonly image: string; readonly output: Output };

/** Resolves to the exit code; every message has been written by then. */
export const runTemplate = async (options: TemplateOptions & CommonOptions, io: CommandIo): Promise<ExitCode> => {
  const refuse = (problem: string): ExitCode => {
    io.writeError(`gpudeck template: ${printable(problem)}\n`);
    return EXIT.badUsage;
  };
  if ('show' in options)
    return withService(io, async ({ client }) => {
      const found = await findTemplate(options.show, client, io);
      if (found === undefined)
        return refuse(`There is no template ${options.show}: gpudeck list templates tells their hashes.`);
      await writeText(io.stdout, options.preset === undefined ? pageOf(found) : presetText(options.preset, found));
      return EXIT.done;
    });
  if ('image' in options) {
    const { image, ...rest } = options;
    return printList({ ...rest, what: 'templates', call: templatesBy({ image: { eq: image } }) }, io);
  }
  const { request } = options;
  if (request.kind === 'delete-template') return runWrite(TEMPLATE_WRITE, 'template', { ...options, request }, io);
  const { kind, given } = request;
  const parts = partsGiven(given, io);
  const problem = 'problem' in parts ? parts.problem : partsProblem(parts, kind === 'create-template');
  if ('problem' in parts || problem !== undefined) return refuse(problem ?? '');
  const ids = kind === 'create-template' ? [idOfNew(parts.name ?? '')] : options.ids;
  return runWrite(TEMPLATE_WRITE, 'template', { ...options, ids, request: { kind, parts } }, io);
};

const partsGiven = (given: TemplateGiven, io: CommandIo): TemplateParts | { readonly problem: string } => {
  const preset = presetOf(given, io);
  if ('problem' in preset) return preset;
  if ([preset.label, preset.volume, preset.slaTarget].some((part) => part !== undefined))
    io.writeError(`gpudeck template: preset ${given.preset}: ${STAYS_IN_PRESET}\n`);
  const own = environmentOf(given, io);
  if ('problem' in own) return own;
  const script = given.onstart === undefined ? undefined : readOnStart(resolve(given.onstart));
  if (script !== undefined && 'problem' in script) return script;
  const login = loginOf(given);
  if (login !== undefined && 'problem' in login) return login;
  const isPrivate = given.public ? false : given.private;
  const environment = { ...preset.environment, ...own.environment };
  const all: TemplateParts = {
    ...{ name: given.name?.trim(), image: given.image ?? preset.image, tag: given.tag, arguments: given.args, login },
    ...{ diskGb: given.disk ?? preset.diskGb, runType: given.runtype ?? preset.runType, description: given.desc },
    ...{ onStart: script?.text ?? preset.onStart, isPrivate },
    ...((given.env ?? preset.environment) !== undefined && { environment }),
  };
  // Nothing but what is said is sent.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};

const loginOf = ({ login, loginFile }: TemplateGiven): TemplateParts['login'] | { readonly problem: string } => {
  if (login === undefined && loginFile === undefined) return undefined;
  const [, user, registry] = /^(.+)@([^@]+)$/.exec(login ?? '') ?? [];
  if (user === undefined || registry === undefined || loginFile === undefined)
    return { problem: 'A login is given as --login USER@REGISTRY --login-file FILE: the password stands in the file.' };
  const read = readKeyFile(resolve(loginFile), 'secret');
  return 'problem' in read ? read : { registry, user, password: read.apiKey };
};

const pageOf = (template: Template): string =>
  sectionsOf(template, CALLS.templates.fields)
    .flatMap(({ title, entries }) => [
      title,
      ...entries.flatMap(({ label, value, unit, isAbsent }) =>
        isAbsent ? [] : `  ${[label, value, unit].filter(Boolean).join('  ')}`,
      ),
    ])
    .map((line) => `${printable(line)}\n`)
    .join('');

const presetText = (name: string, template: Template): string =>
  `${JSON.stringify({ presets: { [name]: presetOfTemplate(template) } }, undefined, 2)}\n`;
