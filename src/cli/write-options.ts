/** The options that every command of a write has. */
import { Option, type Command as Parser } from 'commander';

/** As the parser hands them on. */
export type WriteFlags = { readonly dryRun?: true; readonly yes?: true; readonly again?: true };

/** What is to be sent for which targets, and with whose word. */
export type WriteOptions<Request> = {
  /** At least one, none twice. */
  readonly ids: readonly number[];
  readonly request: Request;
  /** `dry-run` prints the requests only; `ask` sends them when the user, who is asked, says so. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when what was sent before and has an unknown outcome is to be sent once more. */
  readonly isRepeatWanted: boolean;
};

/** Adds them. */
export const addWriteOptions = (parser: Parser): Parser =>
  parser
    .addOption(new Option('--dry-run', 'print the requests and send none of them').conflicts('yes'))
    .option('--yes', 'send without asking')
    .option('--again', 'also send what was sent before and whose outcome is unknown');

/** What they come to. */
export const writeOptionsOf = <Request>(
  ids: readonly number[],
  request: Request,
  { dryRun, yes, again }: WriteFlags,
): WriteOptions<Request> => ({
  ids,
  request,
  consent: dryRun ? 'dry-run' : yes ? 'given' : 'ask',
  isRepeatWanted: again ?? false,
});
