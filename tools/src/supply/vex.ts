import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from './read-lock-file.js';
import type { Sbom } from './sbom.js';

/** CycloneDX's reasons for `not_affected`. */
const JUSTIFICATIONS = new Set([
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
]);

/** Says why a vulnerability of a package does not affect Burgee. */
export interface VexStatement {
  /** A CVE, or an id of GitHub's. */
  id: string;
  /** The same vulnerability's other ids. CycloneDX requires where they are from. */
  references?: { id: string; source: { name: string } }[];
  /** Packages, as the SBOM refers to them: `name@version`. */
  affects: { ref: string }[];
  analysis: { state: string; justification?: string; detail?: string };
}

/** The parts of the CycloneDX document docs/vex.cdx.json that are read here. */
export interface Vex {
  vulnerabilities: VexStatement[];
}

/** The parts of the answer of `npm audit --json` that are read here. */
export interface AuditReport {
  vulnerabilities: Record<
    string,
    { via: (string | { url: string; title: string; severity: string })[]; nodes: string[] }
  >;
}

export const readVex = (root: string): Vex =>
  JSON.parse(readFileSync(join(root, 'docs', 'vex.cdx.json'), 'utf8')) as Vex;

/** What is wrong with the statements, for a release with these components. */
export function vexFaults({ vulnerabilities }: Vex, { components }: Sbom): string[] {
  const refs = new Set(components.map((component) => component['bom-ref']));
  return vulnerabilities.flatMap(({ id, affects, analysis: { state, justification = '', detail } }) => [
    ...(state === 'not_affected' ? [] : [`${id}: the state is ${state}, not not_affected`]),
    ...(JUSTIFICATIONS.has(justification) ? [] : [`${id}: CycloneDX has no justification “${justification}”`]),
    ...(detail ? [] : [`${id}: no detail says why`]),
    ...(affects.length > 0 ? [] : [`${id}: names no package`]),
    ...affects.filter(({ ref }) => !refs.has(ref)).map(({ ref }) => `${id}: ${ref} is not in the SBOM`),
  ]);
}

/** The statements for the SBOM of a release: references lead into it, as CycloneDX's BOM-Link. */
export function linkVex(vex: Vex, { serialNumber = '', version, metadata: { timestamp } }: Sbom): Vex {
  const document = `urn:cdx:${serialNumber.replace('urn:uuid:', '')}/${version}`;
  const vulnerabilities = vex.vulnerabilities.map((statement) => ({
    ...statement,
    affects: statement.affects.map(({ ref }) => ({ ref: `${document}#${encodeURIComponent(ref)}` })),
  }));
  return { ...vex, ...(timestamp && { metadata: { timestamp } }), vulnerabilities };
}

/** What npm found that no statement answers, and statements about what npm does not find. */
export function compareWithAudit({ vulnerabilities }: Vex, report: AuditReport, packages: LockedPackage[]): string[] {
  const refs = new Map(packages.map(({ folder, name, version }) => [folder, `${name}@${version}`]));
  // A string in `via` names another package of the report, through which this one is vulnerable.
  const findings = Object.values(report.vulnerabilities).flatMap(({ via, nodes }) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .flatMap(({ url, title, severity }) =>
        nodes.map((folder) => ({ id: url.split('/').at(-1) ?? url, ref: refs.get(folder), title, severity })),
      ),
  );
  const answers = vulnerabilities.flatMap(({ id, references = [], affects }) =>
    affects.map(({ ref }) => ({ ids: [id, ...references.map((other) => other.id)], ref })),
  );
  const isAnswer = (answer: (typeof answers)[number], finding: (typeof findings)[number]) =>
    answer.ref === finding.ref && answer.ids.includes(finding.id);
  return [
    ...findings
      .filter((finding) => !answers.some((answer) => isAnswer(answer, finding)))
      .map(({ id, ref, title, severity }) => `${id} in ${ref} has no statement (${severity}: ${title})`),
    ...answers
      .filter((answer) => !findings.some((finding) => isAnswer(answer, finding)))
      .map(({ ids, ref }) => `${ids[0]} in ${ref} has a statement that npm audit does not ask for`),
  ];
}
