/** Keeps room for new clients: however many connections lie open, those that wait for nothing keep nobody out. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a connection is about. */
type ConnectionStage = 'idle' | 'request is coming' | 'request is answered';

/**
 * Lets `server` have `most` connections. For one beyond, the connection is closed that has been idle longest, or else one whose
 * request is not complete; when all requests are being answered, the new one is closed at once. Returns what is to be told when
 * a connection has done something.
 */
export const keepRoom = (
  server: Server,
  most: number,
  stageOf: (connection: Duplex) => ConnectionStage,
): ((connection: Duplex) => void) => {
  /** The one that has done nothing for longest comes first. */
  const open = new Set<Duplex>();
  const first = (stage: ConnectionStage) => open.values().find((connection) => stageOf(connection) === stage);
  server.on('connection', (connection: Duplex) => {
    const spare = open.size < most ? undefined : (first('idle') ?? first('request is coming') ?? connection);
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    if (spare === undefined) return;
    open.delete(spare);
    spare.destroy();
  });
  return (connection) => {
    if (open.delete(connection)) open.add(connection);
  };
};
