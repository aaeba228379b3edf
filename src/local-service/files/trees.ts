/**
 * The files of instances, volumes and cloud connections: small real ones, in a folder of each that is made with its first files when it is
 * first used, and goes with what it belongs to. No path leads out of it.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { hash } from '../market/random.ts';

/** What has files. */
export const OWNERS = ['instances', 'volumes', 'connections'] as const;

/** One of them. */
export type Owner = { readonly kind: (typeof OWNERS)[number]; readonly id: number };

/** A file below a path, and its length in bytes. */
type FoundFile = { readonly path: string; readonly bytes: number; readonly changedMs: number };

export type Trees = {
  /** The files below `path`, by name; the file itself where `path` is one, undefined where it is nothing. */
  readonly files: (owner: Owner, path: string) => readonly FoundFile[] | undefined;
  /** Copies one file, over whatever stands there; nothing where it is gone. */
  readonly copy: (from: Owner, path: string, to: Owner, target: string) => void;
  /** Takes away all that it has. */
  readonly empty: (owner: Owner) => void;
  /** Bytes that it has; 0 for what was never used. */
  readonly bytesOf: (owner: Owner) => number;
  /** Removes the folders of what is not there any more. */
  readonly keepOnly: (isThere: (owner: Owner) => boolean) => void;
  /** Removes what was made for a service without a file. */
  readonly close: () => void;
};

const PART = 'workspace/checkpoints/step-';

/** What each begins with. */
const FIRST_FILES: Readonly<Record<Owner['kind'], readonly string[]>> = {
  instances: ['workspace/README.md', 'workspace/train.py', ...['100', '200', '300'].map((step) => `${PART}${step}.pt`)],
  volumes: ['data/README.md', ...[0, 1, 2, 3].map((part) => `data/shard-${part}.bin`)],
  connections: ['datasets/index.json', ...[0, 1, 2].map((part) => `datasets/part-${part}.bin`)],
};

/** The path as it is meant from the root of a tree: `..` ends there. */
export const rooted = (path: string): string => posix.normalize(`/${path}`);

/** The trees beside `dataFile`, or for as long as the service runs where that is `:memory:`. */
export const createTrees = (dataFile: string): Trees => {
  const isInMemory = dataFile === ':memory:';
  let made = isInMemory ? undefined : `${dataFile}.files`;
  const base = (): string => {
    made ??= mkdtempSync(join(tmpdir(), 'gpudeck-service-files-'));
    return made;
  };
  const placeOf = ({ kind, id }: Owner): string => join(base(), kind, String(id));
  const place = (owner: Owner): string => {
    const folder = placeOf(owner);
    if (!existsSync(folder))
      for (const [at, name] of FIRST_FILES[owner.kind].entries()) write(folder, name, owner.id, at);
    return folder;
  };
  const below = (folder: string): readonly FoundFile[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => found(file, file.slice(folder.length)));
  return {
    files: (owner, path) => {
      const at = join(place(owner), rooted(path));
      const entry = statSync(at, { throwIfNoEntry: false });
      if (entry === undefined) return undefined;
      return entry.isDirectory() ? below(at.replace(/\/$/, '')) : [found(at, '')];
    },
    copy: (from, path, to, target) => {
      const [source, file] = [join(place(from), rooted(path)), join(place(to), rooted(target))];
      if (!existsSync(source)) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      copyFileSync(source, file);
    },
    empty: (owner) => {
      rmSync(place(owner), { recursive: true });
      mkdirSync(placeOf(owner), { mode: 0o700 });
    },
    bytesOf: (owner) => {
      if (made === undefined || !existsSync(placeOf(owner))) return 0;
      return below(placeOf(owner)).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    keepOnly: (isThere) => {
      if (made === undefined) return;
      for (const kind of OWNERS) {
        const folder = join(made, kind);
        if (!existsSync(folder)) continue;
        for (const name of readdirSync(folder))
          if (!isThere({ kind, id: Number(name) })) rmSync(join(folder, name), { recursive: true });
      }
    },
    close: () => {
      if (isInMemory && made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
};

const found = (file: string, path: string): FoundFile => {
  const { size, mtimeMs } = statSync(file);
  return { path, bytes: size, changedMs: mtimeMs };
};

/** A few thousand bytes, as many as its owner and its place give. */
const write = (folder: string, name: string, id: number, at: number): void => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${name} of ${id}\n`.repeat(20 + (hash(id, at) % 100)), { mode: 0o600 });
};
