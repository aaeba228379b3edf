/**
 * Runs the scripts of the program with the code that V8 compiled for them in an earlier run: most of what a short run takes is
 * compiling. The build writes each script as one function (scripts/bundle.ts); one that asks for another names its file.
 */
import { debuglog } from 'node:util';
import { constants, Script } from 'node:vm';

/** Compiled code of an earlier run; it is stale when it is time to make it again. */
export type KeptCode = { readonly bytes: Uint8Array; readonly isStale: boolean };

/** Where scripts are. */
type Shelf = {
  readonly textOf: (name: string) => string;
  /** Compiled code of an earlier run, where there is any. */
  readonly codeOf: (name: string) => KeptCode | undefined;
  /** Gives Node's own modules. */
  readonly require: (name: string) => unknown;
};

/** Scripts that run, and what was compiled of them. */
type Scripts = {
  /** What the script `name` exports. */
  readonly load: (name: string) => unknown;
  /** The scripts whose compiled code is missing or stale, each with what was compiled of it by now; none of them a second time. */
  readonly codeToKeep: () => Iterable<readonly [name: string, code: Uint8Array]>;
};

const say = debuglog('gpudeck');

export const createScripts = ({ textOf, codeOf, require }: Shelf): Scripts => {
  const loaded = new Map<string, { readonly exports: unknown }>();
  const due = new Map<string, Script>();
  const load = (name: string): unknown => {
    const found = loaded.get(name);
    if (found !== undefined) return found.exports;
    const code = codeOf(name);
    const script = new Script(textOf(name), {
      filename: name,
      ...(code !== undefined && { cachedData: code.bytes }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    // V8 takes code only of its own version, its own flags and a script of this length.
    const isTaken = script.cachedDataRejected === false;
    say('compiled code of %s: %s', name, isTaken ? 'taken' : 'not taken');
    if (!isTaken || code?.isStale) due.set(name, script);
    const module = { exports: {} };
    loaded.set(name, module);
    script.runInThisContext()(requireIn, module, module.exports);
    return module.exports;
  };
  const requireIn = (name: string): unknown => (name.startsWith('./') ? load(name.slice(2)) : require(name));
  return {
    load,
    codeToKeep: function* () {
      for (const [name, script] of due) yield [name, script.createCachedData()];
      due.clear();
    },
  };
};
