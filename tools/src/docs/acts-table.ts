import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, ACTS } from '@burgee/contracts/wire';
import { type Markers, partOf, replacePart } from '../page-part.js';

const PAGE = join('docs', 'reference', 'authorization.md');
const MARKERS: Markers = ['<!-- acts -->', '<!-- end of acts -->'];

const TEXTS: Record<Act, string> = {
  read: 'read flags, history, people, usage',
  edit_flag: 'create flags; change descriptions, tags, owners',
  change_value: 'change, request, schedule, undo values',
  approve_change: 'approve changes',
  read_keys: 'see keys',
  manage_project: 'change environments, keys, people, webhooks; import',
  bypass_rules: 'override freezes and approvals; make switch-off links',
  own_project: 'delete the project; make owners',
};

/** What each act takes, as a table. */
export function actsTable(): string {
  const rows = Object.entries(ACTS).map(([act, { role, scope }]) => `| ${TEXTS[act as Act]} | ${role} | ${scope} |`);
  return ['| Act | Takes | Of the |', '| --- | --- | --- |', ...rows].join('\n');
}

/** @returns the table as the page has it */
export const actsOnPage = (root: string): string => partOf(readFileSync(join(root, PAGE), 'utf8'), MARKERS);

/** Writes the table of docs/reference/authorization.md again. */
export function writeActs(root: string): void {
  const file = join(root, PAGE);
  writeFileSync(file, replacePart(readFileSync(file, 'utf8'), MARKERS, actsTable()));
}
