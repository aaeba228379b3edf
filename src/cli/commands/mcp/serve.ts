/**
 * The protocol by which agents call tools (MCP), on stdin and stdout and never on a port. This file with the protocol's package is a script
 * of its own, which nothing but `gpudeck mcp` loads: it imports nothing of the program.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** A tool as the protocol has it. */
export type ToolRow = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: true;
  };
};

/** How a call of a tool ended. */
export type ToolEnd = { readonly isError: boolean; readonly text: string };

/** Serves the tools until stdin ends, what was called before is answered, or `stopped` resolves; `call` is told the name of the program that calls. False where a line was too long to be read. */
export const serve = async (
  {
    version,
    instructions,
    tools,
  }: { readonly version: string; readonly instructions: string; readonly tools: () => readonly ToolRow[] },
  call: (name: string, given: Readonly<Record<string, unknown>>, client: string) => Promise<ToolEnd>,
  stopped: Promise<void>,
): Promise<boolean> => {
  const server = new Server({ name: 'gpudeck', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools()] }));
  const unanswered = new Set<Promise<ToolEnd>>();
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const called = call(params.name, params.arguments ?? {}, server.getClientVersion()?.name ?? '');
    unanswered.add(called);
    const { isError, text } = await called.finally(() => unanswered.delete(called));
    return { isError, content: [{ type: 'text', text }] };
  });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
  });
  // By itself it closes where a line is longer than it takes.
  const cutOff = new Promise<true>((resolve) => {
    server.onclose = () => resolve(true);
  });
  await server.connect(new StdioServerTransport());
  const answered = ended.then(async () => {
    await Promise.allSettled(unanswered);
    // The answer of a call is written after it has ended.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const isCutOff = await Promise.race([answered, stopped, cutOff]);
  await server.close();
  return isCutOff !== true;
};
