import type { Imported } from '@burgee/contracts/http';
import type { FieldFault } from '@burgee/contracts/wire';

const line = (name: string, action: string, parts: readonly string[]) =>
  `  ${action} ${name}${action === 'create' || parts.length === 0 ? '' : `: ${parts.join(', ')}`}\n`;

/** What an import changes, line by line, and how much it leaves. */
export function describePlan({ environments, flags, reordered, left_environments, left_flags }: Imported): string {
  const left = [left_environments, left_flags].map(({ alike, not_named }) => alike + not_named);
  return [
    ...environments.map(({ slug, action, fields }) => line(`environment ${slug}`, action, fields)),
    ...flags.map(({ key, action, fields, environments: slugs }) =>
      line(`flag ${key}`, action, [...fields, ...slugs.map((slug) => `value in ${slug}`)]),
    ),
    ...(reordered ? ['  reorder environments\n'] : []),
    `  left as they are: ${left[0]} environments, ${left[1]} flags\n`,
  ].join('');
}

/** What is wrong with a document, line by line. */
export const describeFaults = (errors: readonly FieldFault[]): string =>
  errors.map(({ pointer, detail }) => `  ${pointer} ${detail}\n`).join('');
