import type { Imported, ProjectDocument } from '@burgee/contracts/http';
import { yieldWhenDue } from '@burgee/process-kit';
import { decideEnvironment, type DecidedEnvironment } from './decide-environment.js';
import { decideFlag, type DecidedFlag } from './decide-flag.js';
import type { DocumentFaults } from './document-faults.js';
import { documentOrder } from './document-order.js';
import type { Current } from './lock-current.js';

/** All changes of an import. */
export interface DecidedImport {
  /** The environments that change. */
  environments: DecidedEnvironment[];
  flags: DecidedFlag[];
  /** The slugs of all environments in the new order. Undefined when the order stays and new ones come last. */
  order: string[] | undefined;
}

const changes = ({ current, parts }: DecidedEnvironment) => !current || parts.length > 0;
const flagChanges = ({ current, changed, values }: DecidedFlag) => !current || changed.length > 0 || values.length > 0;

function orderOf(document: ProjectDocument, current: Current): string[] | undefined {
  const named = document.environments.map(({ slug }) => slug);
  const now = current.environments.map(({ slug }) => slug);
  const all = [...now, ...named.filter((slug) => !now.includes(slug))];
  const next = documentOrder(all, named);
  return next.every((slug, index) => slug === all[index]) ? undefined : next;
}

/**
 * Compares a document with a project. Adds faults to `faults`, and skips items that already have some. Yields to the
 * event loop between items.
 */
export async function decideImport(
  document: ProjectDocument,
  current: Current,
  faults: DocumentFaults,
): Promise<DecidedImport> {
  const existing = new Map(current.environments.map((environment) => [environment.slug, environment]));
  const environments: DecidedEnvironment[] = [];
  const flags: DecidedFlag[] = [];
  const pause = yieldWhenDue();
  for (const [index, one] of document.environments.entries()) {
    if (faults.has('environments', index)) continue;
    const decision = decideEnvironment(one, existing.get(one.slug));
    if (decision.faults) faults.addTo('environments', index, decision.faults);
    else if (changes(decision.decided)) environments.push(decision.decided);
    await pause();
  }
  const slugs = new Set([...existing.keys(), ...document.environments.map((one) => one?.slug)]);
  for (const [index, one] of document.flags.entries()) {
    if (!faults.has('flags', index)) {
      const decision = decideFlag(one, current.flags.get(one.key), slugs);
      if (decision.faults) faults.addTo('flags', index, decision.faults);
      else if (flagChanges(decision.decided)) flags.push(decision.decided);
    }
    await pause();
  }
  return { environments, flags, order: faults.all().length > 0 ? undefined : orderOf(document, current) };
}

/** The view of an import. */
export function importedView(
  { environments, flags, order }: DecidedImport,
  document: ProjectDocument,
  now: { environments: number; flags: number },
): Omit<Imported, 'dry_run' | 'tag'> {
  const created = <T extends { current: unknown }>(items: readonly T[]) =>
    items.filter(({ current }) => !current).length;
  const left = (part: 'environments' | 'flags', decided: readonly { current: unknown }[]) => {
    const named = document[part].length;
    return { alike: named - decided.length, not_named: now[part] - (named - created(decided)) };
  };
  return {
    environments: environments.map(({ slug, current, parts, loosens }) => ({
      slug,
      action: current ? 'change' : 'create',
      fields: parts,
      loosens,
    })),
    flags: flags.map(({ key, current, changed, values }) => ({
      key,
      action: current ? 'change' : 'create',
      fields: changed,
      environments: values.map(({ slug }) => slug),
    })),
    reordered: order !== undefined,
    left_environments: left('environments', environments),
    left_flags: left('flags', flags),
  };
}
