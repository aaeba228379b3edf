/** The bill of materials: npm's own, of the packages that are in what is given away, without what differs from run to run. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { runTool } from './tools.ts';

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const bill = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

type Bill = z.infer<typeof bill>;

/** A package by name and version. */
type Part = { readonly name: string; readonly version: string };

/** npm's bill of everything that is installed here. */
export const billOfNpm = (): Bill =>
  bill.parse(JSON.parse(runTool('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'])));

/** `whole` with `parts` alone, dated `epochS`. Throws where npm knows nothing of one. */
export const billOf = (whole: Bill, parts: readonly Part[], epochS: number): Bill => {
  const isPart = ({ name, version }: Part) => parts.some((part) => part.name === name && part.version === version);
  // What npm counts as a tool of the development is in the bundle.
  const components = whole.components.filter(isPart).map((one) => ({ ...one, properties: [] }));
  for (const part of parts) {
    if (!components.some(({ name, version }) => name === part.name && version === part.version)) {
      throw new Error(`npm's bill of materials does not have ${part.name} ${part.version}`);
    }
  }
  const { component: program } = whole.metadata;
  const refs = new Set([program['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)).sort() }));
  const content = { components, dependencies };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return {
    ...whole,
    serialNumber: `urn:uuid:${uuid}`,
    metadata: {
      ...whole.metadata,
      timestamp: new Date(epochS * 1000).toISOString(),
      // npm takes the name of the folder that it was run in.
      component: { ...program, name: 'gpudeck' },
    },
    ...content,
  };
};
