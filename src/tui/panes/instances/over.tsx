/** The pages that lie over the list of instances: a change to some of them, one rented anew, the log of one, and what hosts want more. */
import { ATTACH_WRITE, type AttachWrite } from '../../../account/attach-write.ts';
import type { BesideById } from '../../../catalogue/instance-beside.ts';
import type { Instance } from '../../../catalogue/values.ts';
import type { InstanceWrite, Target } from '../../../instances/change.ts';
import { IMAGE_WRITE, type ImageWrite } from '../../../instances/image-write.ts';
import { INSTANCE_WRITE } from '../../../instances/instance-write.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import { type Page, pageOf } from '../page/page.ts';
import type { ChoosingPage } from '../write-page/choosing.ts';
import type { WritingPage } from '../write-page/state.ts';
import { writePage } from '../write-page/view.tsx';
import { createAnew } from './anew.tsx';
import { type Anew, AnewPage } from './anew-view.tsx';
import { type CommandPage, createCommand, drawCommand } from './command-page.tsx';
import { createFiles, FILES_SAVED, type FilesPage, FilesView, filesFollowed, type SavedFiles } from './files-page.tsx';
import { createIncreases, INCREASES, type IncreaseList, type IncreasesPage } from './increases-page.tsx';
import { changeKeys, imageKey } from './keys.ts';
import { createLeasePage, type LeasePage, LeaseView } from './lease-page.tsx';
import type { Log } from './log.ts';
import { createLog, LogPage } from './log-page.tsx';
import { sshKeyKeys } from './ssh-keys.ts';

type InstancesPage =
  | WritingPage<InstanceWrite>
  | WritingPage<ImageWrite>
  | WritingPage<AttachWrite>
  | ChoosingPage<AttachWrite>
  | Anew
  | Log
  | LeasePage
  | IncreasesPage
  | FilesPage
  | CommandPage;

/** The list, and what lies over it. */
export type InstancesState = {
  /** With what is said of the leases and of the price increases of its rows. */
  readonly list: RecordList<Instance> & { readonly beside?: BesideById | undefined };
  readonly increases: IncreaseList;
  readonly page?: InstancesPage | undefined;
};

/** The instances that are listed. */
export const listedIn = ({ list }: InstancesState): readonly Instance[] => list.list.rows.map(({ record }) => record);

/** What the pane is given, and what its list tells them. */
type Tools = Parameters<typeof createIncreases>[1] & {
  readonly chosen: () => readonly Instance[];
  /** A lease was set or taken away. */
  readonly leasesChanged: () => void;
  /** Asks for the list again, whatever is under way, and shows no sign of it. */
  readonly askAgain: () => void;
  /** What was chosen is destroyed: no page of it stays open, and no mark. */
  readonly onDestroyed: () => void;
};

/** Why none of these can be changed, whatever is to be done. */
const refusalOfChosen = (targets: readonly Target[], listed: readonly Instance[]): string | undefined => {
  if (targets.length === 0) return 'There is no instance to change.';
  if (targets.some(({ id }) => Number.isNaN(id))) return 'The service named no id of it, so it cannot be changed.';
  const ids = new Set(listed.map(({ id }) => id));
  const gone = targets.find(({ id }) => !ids.has(id));
  return gone && `Instance ${gone.id} is no longer in the list.`;
};

/** What all kinds of write on instances have from the pane. */
const ofInstances = (tools: Tools) => ({
  askAgain: tools.askAgain,
  refusal: (targets: readonly Target[]) => refusalOfChosen(targets, tools.listed()),
  onAllAccepted: () => {},
});

const changes = writePage<InstanceWrite, InstancesState, Tools>(INSTANCE_WRITE, {
  rows: listedIn,
  site: (tools) => ({
    ...ofInstances(tools),
    onAllAccepted: ({ kind }) => kind === 'destroy' && tools.onDestroyed(),
  }),
  openers: (write, tools) => changeKeys(tools.chosen, write),
});

const images = writePage<ImageWrite, InstancesState, Tools>(IMAGE_WRITE, {
  rows: listedIn,
  site: ofInstances,
  openers: (write, tools) => [imageKey(tools.chosen, write)],
});

const sshKeys = writePage<AttachWrite, InstancesState, Tools>(ATTACH_WRITE, {
  rows: listedIn,
  site: ofInstances,
  openers: (write, tools, choose) => sshKeyKeys(tools.chosen, write, choose),
});

const anew: Page<InstancesState, Tools> = pageOf({
  holds: (page: InstancesPage): page is Anew => page.kind === 'anew',
  create: (site, tools) => createAnew(site, tools),
  draw: (drawn) => <AnewPage {...drawn} />,
});

const log: Page<InstancesState, Tools> = pageOf({
  holds: (page: InstancesPage): page is Log => page.kind === 'log',
  create: (site, tools) => createLog(site, tools),
  draw: (drawn) => <LogPage {...drawn} />,
});

const lease: Page<InstancesState, Tools> = pageOf({
  holds: (page: InstancesPage): page is LeasePage => page.kind === 'lease',
  create: (site, tools) => createLeasePage(site, tools),
  draw: (drawn) => <LeaseView {...drawn} />,
});

const increases: Page<InstancesState, Tools> = pageOf({
  holds: (page: InstancesPage): page is IncreasesPage => page.kind === 'increases',
  create: (site, tools) => createIncreases(site, tools),
  draw: ({ state, page, ...place }) => INCREASES.draw(state.increases, page.writing, place),
});

const files = pageOf<InstancesState, FilesPage, Tools, SavedFiles>({
  holds: (page: InstancesPage): page is FilesPage => page.kind === 'files',
  create: (site, tools) => createFiles(site, tools),
  followed: (page, state) => filesFollowed(page, listedIn(state)),
  draw: (drawn) => <FilesView {...drawn} />,
  saved: FILES_SAVED,
});

const command: Page<InstancesState, Tools> = pageOf({
  holds: (page: InstancesPage): page is CommandPage => page.kind === 'command',
  create: (site, tools) => createCommand(site, tools),
  draw: (drawn) => drawCommand(drawn),
});

export const INSTANCES_PAGES: readonly Page<InstancesState, Tools>[] = [
  log,
  changes,
  images,
  sshKeys,
  anew,
  lease,
  increases,
  files,
  command,
];
