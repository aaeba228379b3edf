import type { OutputFile } from 'esbuild';

export declare const bundle: (
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  options?: {
    readonly isReadable?: boolean;
    readonly external?: readonly string[];
    readonly isInkAsPublished?: boolean;
  },
) => Promise<readonly OutputFile[]>;
