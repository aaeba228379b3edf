/** The built program in a pseudo-terminal, on its own local service, with its inspector open. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openPty, type Pty } from '../../../support/pty.ts';
import { atHome } from '../../../support/running-program.ts';
import { type Inspector, openInspector } from './inspector.ts';

/** The program that runs; it ends when this is disposed of. */
type InspectedProgram = AsyncDisposable & {
  readonly pty: Pty;
  readonly inspector: Inspector;
  /** Number of its process. */
  readonly id: number;
};

/** Starts it with `home` as its home folder; resolves when the first offers stand on its screen. */
export const openInspectedProgram = async (
  home: string,
  size: { readonly columns: number; readonly rows: number },
): Promise<InspectedProgram> => {
  const port = await freePort();
  const pty = openPty(
    [process.execPath, `--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http', 'dist/gpudeck.js'],
    { ...size, environment: atHome(home) },
  );
  try {
    await pty.until((screen) => /as of \d/.test(screen.join('\n')));
    const [id] = pty.processes();
    if (id === undefined) throw new Error('the program has no process');
    const inspector = await openInspector(port);
    const dispose = async () => {
      inspector[Symbol.dispose]();
      await pty[Symbol.asyncDispose]();
    };
    return { pty, inspector, id, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await pty[Symbol.asyncDispose]();
    throw error;
  }
};

/** A port of this machine that nobody listens on. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
};
