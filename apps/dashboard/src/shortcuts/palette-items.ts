import type { CurrentUserView, FlagSummary, ProjectView } from '@burgee/contracts/http';
import type { KeyKind } from '@burgee/contracts/wire';
import { may } from '../api/projects.js';
import { whyNotEverywhere, whyNotIn } from '../environment/why-not.js';
import { pagesOf } from '../shell/pages.js';
import type { Flip } from '../toggle/flip.js';
import type { PaletteItem } from './palette-item.js';
import { texts } from './texts.js';

type Go = (to: string, params?: Record<string, string>, hash?: string, search?: Record<string, string>) => void;
type Open = ProjectView | undefined;

export const pageItems = (project: Open, go: Go): PaletteItem[] =>
  project
    ? pagesOf(project.environments).map(({ to, label }) => ({
        id: to,
        kind: 'page',
        label,
        words: texts.words[to],
        run: () => go(to, { projectId: project.id }),
      }))
    : [];

export const projectItems = (projects: readonly Pick<ProjectView, 'id' | 'name'>[], go: Go): PaletteItem[] =>
  projects.map(({ id, name }) => ({
    id,
    kind: 'project',
    label: name,
    run: () => go('/projects/$projectId/flags', { projectId: id }),
  }));

export const flagItems = (project: Open, flags: readonly FlagSummary[], go: Go): PaletteItem[] =>
  flags.map(({ id, key, name }) => ({
    id,
    kind: 'flag',
    label: key,
    also: name === key ? undefined : name,
    run: () => go('/projects/$projectId/flags/$flagId', { projectId: project?.id ?? '', flagId: id }),
  }));

/** A switch to the other state, for each flag in each environment. */
export function switchItems(project: Open, flags: readonly FlagSummary[], onFlip: (flip: Flip) => void): PaletteItem[] {
  if (!project) return [];
  return flags.flatMap((flag) =>
    project.environments.flatMap((environment): PaletteItem[] => {
      const whyNot = whyNotIn(project, environment);
      if (!may(environment.role, 'editor') && !whyNot) return [];
      const row = flag.environments.find(({ environment_id }) => environment_id === environment.id);
      if (!row) return [];
      return [
        {
          id: `${flag.id} ${environment.id}`,
          kind: 'switch',
          label: texts.switch(flag.key, !row.is_enabled, environment.name),
          words: texts.switchWords(!row.is_enabled),
          whyNot,
          run: () => onFlip({ flag, environment, isEnabled: !row.is_enabled }),
        },
      ];
    }),
  );
}

/** Archives a flag on its page, which asks first. @param openId of the flag whose page is open, which comes first */
export const archiveItems = (
  project: Open,
  flags: readonly Pick<FlagSummary, 'id' | 'key'>[],
  openId: string | undefined,
  go: Go,
): PaletteItem[] =>
  project && may(project.role, 'editor')
    ? flags.map(({ id, key }) => ({
        id: `archive ${id}`,
        kind: id === openId ? 'command' : 'archive',
        label: texts.archive(key),
        whyNot: whyNotEverywhere(project),
        run: () => go('/projects/$projectId/flags/$flagId', { projectId: project.id, flagId: id }, 'archive'),
      }))
    : [];

/** The instance's pages that this account may open. */
type Reader = Pick<CurrentUserView, 'is_administrator' | 'is_instance_owner'>;

interface Doing {
  reader: Reader;
  go: Go;
  copy: (key: string, what: string) => void;
  onNewFlag: () => void;
  onSheet: () => void;
  /** Opens an address in a tab of its own. */
  show: (address: string) => void;
  /** Of the guide to this screen. */
  guide: string;
  onScheme: () => void;
  onSignOut: () => void;
}

/** @param also other words to find it by */
type Command = readonly [id: string, label: string, run: () => void, also?: string];

function keyCommands({ environments }: ProjectView, copy: Doing['copy']): Command[] {
  return environments.flatMap(({ id, name, sdk_key, client_key }) => {
    const commands: Command[] = [];
    for (const [which, key] of [
      [texts.sdkKeyOf(name), sdk_key],
      [texts.clientKeyOf(name), client_key],
    ] as const)
      if (key !== undefined) commands.push([`copy ${which} ${id}`, texts.copy(which), () => copy(key, which)]);
    return commands;
  });
}

/** What admins do on the pages of environments and settings. */
function adminCommands({ id: projectId, environments }: ProjectView, go: Go): Command[] {
  const toSettings = (hash: string) => () => go('/projects/$projectId/settings', { projectId }, hash);
  const toKey = (kind: KeyKind, id: string) => () =>
    go('/projects/$projectId/environments', { projectId }, `rotate-${kind}-${id}`);
  return [
    ['invite', texts.invite, () => go('/projects/$projectId/invite', { projectId })],
    ['freeze', texts.freeze, toSettings('rules'), texts.changeRules],
    ['approvals', texts.approvals, toSettings('rules'), texts.changeRules],
    ['webhook', texts.webhook, toSettings('new-webhook')],
    ...environments.flatMap(({ id, name }): Command[] => [
      [`rotate sdk ${id}`, texts.rotate(texts.sdkKeyOf(name)), toKey('sdk', id)],
      [`rotate client ${id}`, texts.rotate(texts.clientKeyOf(name)), toKey('client', id)],
    ]),
  ];
}

/** This user's actions, in the open project and elsewhere. */
export function commandItems(project: Open, doing: Doing): PaletteItem[] {
  const { go, copy, onNewFlag, onSheet, show, guide, onScheme, onSignOut, reader } = doing;
  const inProject: Command[] = project
    ? [
        ...(project.environments.length > 1
          ? [['compare', texts.compare, () => go('/projects/$projectId/compare', { projectId: project.id })] as const]
          : []),
        ...(may(project.role, 'editor') ? [['new-flag', texts.newFlag, onNewFlag] as const] : []),
        [
          'stale',
          texts.stale,
          () => go('/projects/$projectId/flags', { projectId: project.id }, '', { stage: 'stale' }),
        ],
        ...(may(project.role, 'admin') ? adminCommands(project, go) : []),
        ...(may(project.role, 'owner')
          ? [
              [
                'project-tokens',
                texts.projectTokens,
                () => go('/projects/$projectId/settings', { projectId: project.id }, 'tokens'),
              ] as const,
            ]
          : []),
      ]
    : [];
  const everywhere: Command[] = [
    ['new-project', texts.newProject, () => go('/projects/new')],
    ['projects', texts.allProjects, () => go('/projects')],
    ['notices', texts.notices, () => go('/inbox')],
    ['account', texts.account, () => go('/account')],
    ['tokens', texts.ownTokens, () => go('/account', {}, 'tokens')],
    ...(reader.is_administrator
      ? [['administration', texts.administration, () => go('/administration')] as const]
      : []),
    ...(reader.is_instance_owner ? [['operations', texts.operations, () => go('/operations')] as const] : []),
    ['scheme', texts.scheme, onScheme, texts.schemeAlso],
    ['guide', texts.guide, () => show(guide), texts.guideAlso],
    ['docs', texts.docs, () => show('/docs/')],
    ['keys', texts.keys, onSheet],
    ['sign-out', texts.signOut, onSignOut],
  ];
  const keys = project ? keyCommands(project, copy) : [];
  return [...inProject, ...everywhere, ...keys].map(([id, label, run, also]) => ({
    id,
    kind: 'command',
    label,
    also,
    words: texts.words[id],
    run,
  }));
}
