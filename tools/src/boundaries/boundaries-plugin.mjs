import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ALLOWED_IMPORTS, ALLOWED_IN_SPECS, LAYERS, REFUSED_PACKAGES } from './allowed-imports.mjs';

const SCOPE = '@burgee/';

const isSpec = (file) => /\.spec\.tsx?$/.test(file);

/** Where a file lies: `{ project: 'sdk', inner: ['connection.ts'] }`, its path within `src` or within the project. */
function place(path) {
  const parts = path.split(sep);
  if (parts[0] === 'apps' || parts[0] === 'libs') parts.shift();
  else if (parts[0] !== 'tools' && parts[0] !== 'e2e') return undefined;
  const [project, ...inner] = parts;
  return { project, inner: inner[0] === 'src' ? inner.slice(1) : inner };
}

/** The row of the table for a file: that of the entry point in whose folder it lies, or that of its project. */
function moduleOf({ project, inner }) {
  const entryPoint = `${project}/${inner[0]}`;
  return inner.length > 1 && entryPoint in ALLOWED_IMPORTS ? entryPoint : project;
}

const exportsOf = new Map();
/** @returns whether `entryPoint` (`.`, `./schema`) is one of a project's exports, so that no path leads past them */
function isExported(root, project, entryPoint) {
  if (!exportsOf.has(project)) {
    const manifests = [`apps/${project}`, `libs/${project}`, project].map((folder) =>
      join(root, folder, 'package.json'),
    );
    const manifest = manifests.find((path) => existsSync(path));
    exportsOf.set(project, Object.keys((manifest && JSON.parse(readFileSync(manifest, 'utf8')).exports) ?? {}));
  }
  return exportsOf.get(project).includes(entryPoint);
}

/** Where a folder is in the table: the layer, the row within it, and the place in that row. */
function layerOf(layers, { inner }) {
  const name = inner[0]?.replace(/(\.[mc]?[jt]sx?)+$/, '');
  const layer = layers.findIndex((one) => [one].flat(2).includes(name));
  const rows = [layers[layer]].flat().map((row) => [row].flat());
  const row = rows.findIndex((one) => one.includes(name));
  return { layer, row, place: rows[row]?.indexOf(name) };
}

const isBelow = (lower, higher) =>
  lower.layer >= 0 &&
  (lower.layer < higher.layer ||
    (lower.layer === higher.layer && lower.row === higher.row && lower.place < higher.place));

/** @returns why a folder of a project may not import another one of it */
function refuseLayer(layers, from, to) {
  if (from.inner[0] === to.inner[0] || from.inner.length === 0) return undefined;
  const [lower, higher] = [layerOf(layers, to), layerOf(layers, from)];
  if (higher.layer < 0)
    return from.inner.length > 1 ? `The folder ${from.inner[0]} is not in the table of layers.` : undefined;
  return isBelow(lower, higher) ? undefined : `${from.inner[0]} may not import ${to.inner[0]}, which is not below it.`;
}

function refuseRelative(root, file, from, specifier) {
  const to = place(relative(root, resolve(root, dirname(file), specifier)));
  if (to?.project !== from.project) return 'Another project is imported by the name of its package.';
  const [own, other] = [moduleOf(from), moduleOf(to)];
  if (own !== other && !ALLOWED_IMPORTS[own]?.includes(other)) return `${own} may not import ${other}.`;
  return LAYERS[from.project] && !isSpec(file) ? refuseLayer(LAYERS[from.project], from, to) : undefined;
}

function refuseOurs(root, file, from, specifier) {
  const target = specifier.slice(SCOPE.length);
  const [project, ...rest] = target.split('/');
  const own = moduleOf(from);
  const isAllowed = (module) => module === project || module === target;
  if (!(ALLOWED_IMPORTS[own]?.some(isAllowed) || (isSpec(file) && ALLOWED_IN_SPECS.some(isAllowed))))
    return `${own} may not import ${target}.`;
  return isExported(root, project, ['.', ...rest].join('/'))
    ? undefined
    : `${target} is not an entry point of ${project}.`;
}

/** @returns why a file may not import something, or undefined when it may */
function refuse(root, file, specifier) {
  const from = place(file);
  if (!from || specifier.startsWith('node:')) return undefined;
  if (specifier.startsWith('.')) return refuseRelative(root, file, from, specifier);
  if (specifier.startsWith(SCOPE)) return refuseOurs(root, file, from, specifier);
  const refused = isSpec(file) ? [] : (REFUSED_PACKAGES[moduleOf(from)] ?? []);
  return refused.some((start) => specifier.startsWith(start))
    ? `${moduleOf(from)} may not import the package ${specifier}.`
    : undefined;
}

const boundaries = {
  create(context) {
    const check = ({ source }) => {
      const reason =
        typeof source?.value === 'string' && refuse(context.cwd, relative(context.cwd, context.filename), source.value);
      if (reason) context.report({ node: source, message: `${reason} See tools/src/boundaries/allowed-imports.mjs.` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

/** Lint's rule `burgee/boundaries`. */
export default { meta: { name: 'burgee' }, rules: { boundaries } };
