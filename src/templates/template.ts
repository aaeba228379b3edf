/** What a template says of a rental, in the words of a request. Pure. */
import { readOptionText } from '../api/option-text.ts';
import { type FilledIn, RUN_TYPES, type RunType } from '../api/requests.ts';
import { imageOf } from '../api/template-calls.ts';
import type { Template } from '../catalogue/values.ts';
import type { Preset } from '../storage/files/presets.ts';

/** How its image is run; undefined where it does not say. */
const runTypeOf = ({ runtype, ssh_direct, jup_direct }: Template): RunType | undefined => {
  const isDirect = runtype === 'jupyter' ? jup_direct : runtype === 'ssh' && ssh_direct;
  return RUN_TYPES.find((known) => known === (isDirect === true ? `${runtype}_direct` : runtype));
};

/** What it fills in of a creation; the values of its variables are masked. */
export const partsOf = (template: Template) => ({
  image: imageOf(template),
  diskGb: template.recommended_disk_space ?? undefined,
  runType: runTypeOf(template),
  environment: readOptionText(template.env ?? '') ?? {},
  hasOnStart: typeof template.onstart === 'string' && template.onstart !== '',
});

/** Of a creation that names `own` itself, those parts that a template may fill in: what is not named is left to `template`. */
export const filledBy = (
  template: Template | undefined,
  own: {
    readonly image?: string | undefined;
    readonly diskGb?: number | undefined;
    readonly runType?: RunType | undefined;
    readonly onStart?: string | undefined;
  },
) => {
  const said = template && partsOf(template);
  const parts = {
    image: own.image ?? said?.image,
    diskGb: own.diskGb ?? said?.diskGb,
    runType: own.runType ?? said?.runType ?? 'ssh',
  };
  if (template === undefined || said === undefined) return parts;
  const { image, runType, hasOnStart, environment } = said;
  const filling = { image, runType, onStart: hasOnStart || undefined };
  const fills = (['image', 'runType', 'onStart'] as const).filter(
    (part) => own[part] === undefined && filling[part] !== undefined,
  );
  const filled: FilledIn = { hash: template.hash_id ?? '', name: template.name ?? '', fills, environment };
  return { ...parts, template: filled };
};

/** What a preset says and no template can. */
export const STAYS_IN_PRESET = 'Its label, volume and SLA target stay there: a template has none.';

/** The preset that says the same (docs/files-and-keys.md, Presets): where values come from, never a value; without its script and its login. */
export const presetOfTemplate = (template: Template): Preset => {
  const { image, diskGb, runType, environment } = partsOf(template);
  const env = Object.keys(environment).map((name) => [name, name.startsWith('-') || { from_env: name }] as const);
  return {
    ...(image !== undefined && { image }),
    ...(diskGb !== undefined && { disk: diskGb }),
    ...(runType !== undefined && { runtype: runType }),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  };
};
