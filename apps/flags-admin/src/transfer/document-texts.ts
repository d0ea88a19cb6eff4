import {
  type DocumentEnvironment,
  type DocumentFlag,
  type DocumentValue,
  type EnvironmentColor,
  type FlagKind,
  LEFT_OUT_OF_DOCUMENTS,
  PROJECT_DOCUMENT_VERSION,
} from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { type ValueState, valueState } from '../flags/flag-row.js';

export interface ExportedEnvironment {
  id: string;
  slug: string;
  name: string;
  icon: string;
  url: string | null;
  more_origins: string[];
  protected: boolean;
  color: EnvironmentColor;
  approvals: number;
  comment_required: boolean;
}

export interface ExportedFlag {
  key: string;
  name: string;
  type: FlagType;
  description: string | null;
  tags: string[];
  kind: FlagKind | null;
  ends_on: string | null;
  archived: boolean;
}

/** People also read and compare documents, so each environment and each flag is one line. */
const line = (item: DocumentEnvironment | DocumentFlag): string => JSON.stringify(item);

/** The start of a document, up to its flags. */
export function documentHead(environments: readonly ExportedEnvironment[]): string {
  const lines = environments.map(({ id: _id, ...described }) => line(described));
  const leftOut = JSON.stringify(LEFT_OUT_OF_DOCUMENTS);
  return (
    `{\n"version": ${PROJECT_DOCUMENT_VERSION},\n"left_out": ${leftOut},\n` +
    `"environments": [\n${lines.join(',\n')}\n],\n"flags": [\n`
  );
}

export const DOCUMENT_END = '\n]\n}\n';

/** @param values the values of the flag in the order of environments, undefined where it has none */
export function flagLine(
  { key, name, type, description, tags, kind, ends_on, archived }: ExportedFlag,
  environments: readonly ExportedEnvironment[],
  values: ReadonlyMap<string, ValueState> | undefined,
): string {
  const own = environments.flatMap(({ id, slug }): [string, DocumentValue][] => {
    const value = values?.get(id);
    return value ? [[slug, valueState(value)]] : [];
  });
  const environmentsBySlug = Object.fromEntries(own);
  return line({ key, name, type, description, tags, kind, ends_on, archived, environments: environmentsBySlug });
}
