const SUBJECT = /^(?<type>[a-z]+)\((?<scope>[a-z0-9-]+)\)(?<breaking>!?): (?<text>.+)$/;
const TITLES = { feat: 'New', fix: 'Fixed', perf: 'Faster', docs: 'Documentation' };

interface Change {
  type: string;
  scope: string;
  text: string;
  isBreaking: boolean;
}

function readSubject(subject: string): Change | undefined {
  const { type, scope, text, breaking } = SUBJECT.exec(subject)?.groups ?? {};
  if (!type || !scope || !text) return undefined;
  return { type, scope, text, isBreaking: breaking === '!' };
}

function section(title: string, changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const lines = changes.map(({ scope, text }) => `- **${scope}**: ${text}`);
  // In order of the scope, within it as committed: sorting is stable.
  const scopeOf = (line: string) => line.slice(0, line.indexOf(':'));
  lines.sort((one, other) => (scopeOf(one) < scopeOf(other) ? -1 : Number(scopeOf(one) > scopeOf(other))));
  return ['', `## ${title}`, '', ...lines];
}

/** The page of a release: the changes that matter to operators and users, by type and scope. */
export function releaseNotes(version: string, date: string, subjects: string[]): string {
  const changes = subjects.map(readSubject).filter((change) => change !== undefined);
  const breaking = changes.filter((change) => change.isBreaking);
  const ofTypes = Object.entries(TITLES).map(([type, title]) =>
    section(
      title,
      changes.filter((change) => change.type === type && !change.isBreaking),
    ),
  );
  const shown = new Set([...breaking, ...changes.filter((change) => change.type in TITLES)]).size;
  const rest = subjects.length - shown;
  const end = rest > 0 ? ['', `${rest} more commits change nothing that is seen from outside.`] : [];
  return [`# Burgee ${version}`, '', date, ...section('Breaking', breaking), ...ofTypes.flat(), ...end, ''].join('\n');
}
