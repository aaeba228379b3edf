/** What a template says of a rental, in the words of a request. Pure. */
import { readOptionText } from '../api/option-text.ts';
import { RUN_TYPES, type RunType } from '../api/requests.ts';
import type { Template } from '../catalogue/values.ts';
import type { Preset } from '../storage/files/presets.ts';

/** Image and tag as one name; undefined where it names no image. */
export const imageOf = ({ image, tag }: Template): string | undefined => {
  if (typeof image !== 'string' || image === '') return undefined;
  return typeof tag !== 'string' || tag === '' || /:[^/]*$/.test(image) ? image : `${image}:${tag}`;
};

/** How its image is run; undefined where it does not say. */
const runTypeOf = ({ runtype, ssh_direct, jup_direct }: Template): RunType | undefined => {
  const isDirect = runtype === 'jupyter' ? jup_direct : runtype === 'ssh' && ssh_direct;
  return RUN_TYPES.find((known) => known === (isDirect === true ? `${runtype}_direct` : runtype));
};

/** What it fills in of a creation; the values of its variables are masked. */
const partsOf = (template: Template) => ({
  image: imageOf(template),
  diskGb: template.recommended_disk_space ?? undefined,
  runType: runTypeOf(template),
  environment: readOptionText(template.env ?? '') ?? {},
  hasOnStart: typeof template.onstart === 'string' && template.onstart !== '',
});

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
