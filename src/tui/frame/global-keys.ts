/** The keys that work in every pane, and those of them that work where the terminal is too small for anything to be shown. */
import { type Binding, bind, inFooter, type Layer } from '../keys/binding.ts';
import { EDITING } from '../keys/field.ts';
import { digitOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { FrameNeeds } from './needs.ts';
import { helpOpened, paletteOpened } from './state.ts';

type GlobalNeeds = Pick<FrameNeeds, 'slice' | 'services' | 'terminal'> & {
  readonly openPane: (pane: PaneName) => void;
  readonly askForKey: (reason: string) => void;
  /** Keys for the line to the terminal. */
  readonly link: readonly Binding[];
};

export const createGlobalLayers = ({
  slice,
  services,
  terminal,
  openPane,
  askForKey,
  link,
}: GlobalNeeds): { readonly global: Layer; readonly unseen: Layer; readonly whileTyping: Layer } => {
  const openHelp = () => slice.change(helpOpened);
  const unseen: readonly Binding[] = [
    bind('frame.repaint', ['ctrl-l'], 'repaint', 'Program', () => terminal.repaint(), {
      help: 'draw the screen again',
    }),
    bind('frame.suspend', ['ctrl-z'], 'suspend', 'Program', () => terminal.suspend(), {
      help: 'suspend (return with fg)',
    }),
    bind('frame.quit', ['q', 'ctrl-c'], 'quit', 'Program', () => terminal.quit(), { isDeparture: true }),
  ];
  const panes = PANE_NAMES.map(({ name, title }) =>
    bind(`frame.${name}`, [digitOf(name)], title.toLowerCase(), 'Panes', () => openPane(name)),
  );
  const switches = services.others.map(({ name, detail }) =>
    bind(`frame.switch-to-${name}`, [], `switch to profile ${name}`, 'Services', () => services.switchTo(name), {
      detail,
      isDeparture: true,
    }),
  );
  const askForAnother = () => askForKey('Another key for this service.');
  const anotherKey =
    services.useKey === undefined ? [] : [bind('frame.key', [], 'enter another key', 'Services', askForAnother)];
  return {
    unseen: { bindings: unseen, isModal: true },
    whileTyping: { bindings: [bind('frame.help-typing', ['f1'], 'help', EDITING, openHelp)] },
    global: {
      bindings: [
        ...panes,
        ...switches,
        ...anotherKey,
        bind('frame.palette', [':'], 'palette', 'Program', () => slice.change(paletteOpened), {
          help: 'find an action by its name',
        }),
        ...unseen,
        ...link,
        bind('frame.help', ['?', 'f1'], 'help', 'Program', openHelp, inFooter),
      ],
    },
  };
};
