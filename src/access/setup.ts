/** What the options mean on this machine: the service to be called, with which key and for whom, after profiles and key files. */
import { resolve } from 'node:path';
import { isReadableOnTheWay, serviceAt } from '../api/http/base-url.ts';
import type { NetworkUnit } from '../api/network-unit.ts';
import type { HistoryName } from '../storage/files/history-name.ts';
import { readKeyFile } from '../storage/files/key-file.ts';
import { type LimitSources, limitsOfProfile, namedActs } from '../storage/files/limits-file.ts';
import { findPlaces, type Places } from '../storage/files/places.ts';
import { type Profile, profilesAtRisk, readProfiles } from '../storage/files/profiles.ts';

/** As named: the program's own service, a base URL, or a profile. Without a key the caller has to ask for one. */
export type Address =
  | { readonly kind: 'local' }
  | { readonly kind: 'profile'; readonly name: string; readonly apiKey?: string }
  | { readonly kind: 'remote'; readonly baseUrl: string; readonly apiKey?: string };

/** Once a profile has been looked up. */
export type ServiceAddress = Exclude<Address, { kind: 'profile' }>;

/** An address whose key is known, or the local service. */
export type KnownAddress =
  | Extract<ServiceAddress, { kind: 'local' }>
  | Required<Extract<ServiceAddress, { kind: 'remote' }>>;

/** `address` when its key is known, else undefined. */
export const knownAddress = (address: ServiceAddress): KnownAddress | undefined => {
  if (address.kind === 'local') return address;
  const { apiKey } = address;
  return apiKey === undefined ? undefined : { ...address, apiKey };
};

/** What the user asks for: which service, and how it may be used. */
export type SetupWishes = {
  /** The local service when absent. */
  readonly address?: Address;
  readonly isReadOnly: boolean;
  /** Where profiles and the state folder lie when that is not the usual place. */
  readonly configFolder?: string;
  /** Who runs the program, where that is an agent which says so. */
  readonly agent?: string;
  /** The owner of the key, where the environment names one. */
  readonly userId?: number;
  /** The history in the place of the one that the profile names. */
  readonly history?: HistoryName;
};

/** The program's surroundings, complete. */
export type Setup = {
  readonly places: Places;
  /** The service by its one name (`serviceAt`), under which the journal keeps what was sent to it. */
  readonly service: string;
  /** The profiles that lead to it. */
  readonly profilesOfService: readonly string[];
  /** Whose memory the journal keeps: the profile, or the service where none is named, so that no two services share it. */
  readonly profileName: string;
  /** What screens and answers are kept under: a profile that was pointed to another address shows nothing of before. */
  readonly cacheName: string;
  /** What the header calls the service. */
  readonly serviceName: string;
  readonly address: ServiceAddress;
  /** Where the key comes from, for the user: `environment`, `key file`, `local`, or `typed` while there is none. */
  readonly keySource: 'environment' | 'key file' | 'local' | 'typed';
  readonly userId: number | undefined;
  /** The agent that runs the program, which the journal notes with each write. */
  readonly agent: string | undefined;
  /** IANA name of the zone in which the user reads times. */
  readonly timeZone: string;
  /** True where nothing but that an agent runs the program makes it read-only: then it may do what the limits name. */
  readonly isAgentAlone: boolean;
  /** Why nothing may be sent that notifies, creates, replaces or costs; undefined when it may. */
  readonly readOnlyReason: string | undefined;
  /** How the service creates instances, where the profile says so (docs/interface.md, Create instance). */
  readonly rentWith?: 'POST' | 'PUT';
  /** The unit of its `inet_down` and `inet_up`, where the profile says so. */
  readonly networkUnit?: NetworkUnit;
  /** Where what offers cost is kept; false where that is nowhere, undefined for the usual place. */
  readonly history: HistoryName | false | undefined;
  /** Where what may be spent is limited. */
  readonly limits: LimitSources | undefined;
  /** Every profile there is, for switching. */
  readonly profiles: readonly ProfileChoice[];
};

/** A profile to switch to. */
type ProfileChoice = { readonly name: string; readonly baseUrl: string; readonly isReadOnly: boolean };

/** The setup, or in words why there is none; the problem may lie in the key alone. */
type SetupReading = Setup | { readonly problem: string; readonly isKeyProblem: boolean };

/** Reads the config folder as `wishes` ask. `systemTimeZone` holds where no profile names one. */
export const readSetup = (wishes: SetupWishes, systemTimeZone: string): SetupReading => {
  const places = findPlaces(wishes.configFolder);
  const reading = readProfiles(places);
  if ('problem' in reading) return { ...reading, isKeyProblem: false };
  const base = {
    places,
    userId: wishes.userId,
    agent: wishes.agent,
    timeZone: systemTimeZone,
    history: wishes.history,
    limits: { usual: findPlaces(), configFolder: places.configFolder, ofProfile: undefined },
    isAgentAlone: !wishes.isReadOnly && wishes.agent !== undefined,
    readOnlyReason: wishes.isReadOnly ? 'The program was started with --read-only.' : agentReason(wishes),
    profiles: Object.entries(reading.profiles).map(([name, { base_url: baseUrl, read_only: isReadOnly = false }]) => ({
      name,
      baseUrl,
      isReadOnly: isReadOnly || wishes.isReadOnly,
    })),
  };
  const { address = { kind: 'local' } } = wishes;
  if (address.kind === 'local') {
    const name = 'local service';
    const names = { service: name, profileName: name, cacheName: name, serviceName: name };
    return { ...base, ...names, profilesOfService: [], address, keySource: 'local' };
  }
  if (address.kind === 'remote') {
    if (isReadableOnTheWay(address.baseUrl)) return { problem: plainHttp(address.baseUrl), isKeyProblem: false };
    const keySource = address.apiKey === undefined ? 'typed' : 'environment';
    const service = serviceAt(address.baseUrl);
    const serviceName = new URL(address.baseUrl).host;
    const profilesOfService = profilesAt(service, reading.profiles);
    return {
      ...base,
      service,
      profilesOfService,
      profileName: service,
      cacheName: service,
      serviceName,
      address,
      keySource,
    };
  }
  const profile = Object.hasOwn(reading.profiles, address.name) ? reading.profiles[address.name] : undefined;
  if (profile === undefined)
    return { problem: unknownProfile(address.name, Object.keys(reading.profiles), places), isKeyProblem: false };
  const problem = profilesAtRisk(places);
  if (problem !== undefined) return { problem, isKeyProblem: false };
  return withProfile(base, address, profile, profilesAt(serviceAt(profile.base_url), reading.profiles));
};

/** Why `act`, as `gpudeck journal` calls it, may not be done; undefined where it may: by an agent where the limits name it. */
export const actRefusal = (setup: Setup, act: string): string | undefined =>
  actsOfAgent(setup).includes(act) ? undefined : setup.readOnlyReason;

/** What is left to the agent that runs the program; nothing where none does, or something else makes it read-only. */
export const actsOfAgent = ({ isAgentAlone, limits }: Setup): readonly string[] =>
  isAgentAlone && limits !== undefined ? namedActs(limits) : [];

/** The same, run by `agent` where no other is known to run the program. */
export const runByAgent = (setup: Setup, agent: string): Setup =>
  setup.agent === undefined
    ? {
        ...setup,
        agent,
        isAgentAlone: setup.readOnlyReason === undefined,
        readOnlyReason: setup.readOnlyReason ?? agentReason({ agent }),
      }
    : setup;

/** Why an agent may not act, where one runs the program: what acts are left to it is to be said by somebody else. */
const agentReason = ({ agent }: Pick<SetupWishes, 'agent'>): string | undefined =>
  agent === undefined
    ? undefined
    : `The program is run by the agent ${agent} (GPUDECK_AGENT or gpudeck mcp), which may only read but for the acts that limits.json names.`;

const withProfile = (
  base: Pick<
    Setup,
    'places' | 'userId' | 'agent' | 'isAgentAlone' | 'timeZone' | 'history' | 'limits' | 'readOnlyReason' | 'profiles'
  >,
  { name, apiKey: keyOfEnvironment }: Extract<Address, { kind: 'profile' }>,
  profile: Profile,
  profilesOfService: readonly string[],
): SetupReading => {
  if (isReadableOnTheWay(profile.base_url) && profile.allow_plain_http !== true) {
    return { problem: plainHttpInProfile(name, profile.base_url), isKeyProblem: false };
  }
  const key =
    profile.key_file === undefined ? undefined : readKeyFile(resolve(base.places.configFolder, profile.key_file));
  if (key !== undefined && 'problem' in key) return { ...key, isKeyProblem: true };
  const apiKey = key?.apiKey ?? keyOfEnvironment;
  const { base_url: baseUrl } = profile;
  return {
    ...base,
    service: serviceAt(baseUrl),
    profilesOfService,
    profileName: name,
    cacheName: `${name} ${serviceAt(baseUrl)}`,
    serviceName: name,
    address: { kind: 'remote', baseUrl, ...(apiKey !== undefined && { apiKey }) },
    keySource: key !== undefined ? 'key file' : apiKey !== undefined ? 'environment' : 'typed',
    userId: base.userId ?? profile.user_id,
    timeZone: profile.time_zone ?? base.timeZone,
    limits: base.limits && { ...base.limits, ofProfile: limitsOfProfile(name, profile.limits) },
    history: base.history ?? historyIn(base.places, profile.history),
    ...(profile.rent_with !== undefined && { rentWith: profile.rent_with }),
    ...(profile.network_unit !== undefined && { networkUnit: profile.network_unit }),
    isAgentAlone: base.isAgentAlone && profile.read_only !== true,
    readOnlyReason: base.readOnlyReason ?? (profile.read_only ? `The profile ${name} is read-only.` : undefined),
  };
};

const historyIn = ({ configFolder }: Places, name: Profile['history']): Setup['history'] =>
  typeof name === 'object' && name.kind === 'sqlite' ? { ...name, file: resolve(configFolder, name.file) } : name;

/** The names of the profiles that lead to `service`. */
const profilesAt = (service: string, profiles: Readonly<Record<string, Profile>>): readonly string[] =>
  Object.entries(profiles).flatMap(([name, { base_url }]) => (serviceAt(base_url) === service ? [name] : []));

const plainHttp = (baseUrl: string): string =>
  `the key is not sent to ${baseUrl}: over plain http anyone on the network could read it. Nothing was sent.\n` +
  'Use an https:// address. If the connection is secured in another way, as by a tunnel, put the address into a profile ' +
  'with "allow_plain_http": true.';

const plainHttpInProfile = (name: string, baseUrl: string): string =>
  `the key is not sent to ${baseUrl}, the address of the profile ${name}: over plain http anyone on the network could read ` +
  'it. Nothing was sent.\nUse an https:// address, or, if the connection is secured in another way, add ' +
  '"allow_plain_http": true to the profile.';

const unknownProfile = (name: string, names: readonly string[], { configFolder }: Places): string => {
  const known = names.length === 0 ? 'There are no profiles yet.' : `The profiles are: ${names.join(', ')}.`;
  return `there is no profile "${name}" in ${configFolder}/profiles.json. ${known}`;
};
