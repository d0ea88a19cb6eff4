import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { moduleFolder } from './build-programs.js';
import type { Schema } from './schema-parts.js';

const execute = promisify(execFile);

/** A Python package that brings the JSON schemas of Kubernetes. */
const PACKAGE = 'kubernetes-validate==1.37.0';
/** Modules that bring definitions of resources, by the folder that these are in. */
const DEFINITIONS = {
  'sigs.k8s.io/gateway-api@v1.4.0': 'config/crd/standard',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': 'example/prometheus-operator-crd',
};
/** The oldest that the chart says it is for, and the newest that there are schemas of. */
export const VERSIONS = ['1.29.0', '1.37.0'];

/** @returns where its schemas are */
async function installPackage(folder: string): Promise<string> {
  const lib = join(folder, 'lib');
  const schemas = () =>
    join(lib, readdirSync(lib)[0] ?? '', 'site-packages', 'kubernetes_validate', 'kubernetes-json-schema');
  if (existsSync(lib) && existsSync(schemas())) return schemas();
  const toInstall = 'The schemas of Kubernetes come by Python 3 with venv and pip, and the network.';
  try {
    await execute('python3', ['-m', 'venv', '--clear', folder]);
    await execute(join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-deps', PACKAGE]);
  } catch (error) {
    throw new Error(toInstall, { cause: error });
  }
  return schemas();
}

/** Refuses keys that a definition does not name, as an API server does that is asked to be strict. */
function close(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => [key, key === 'default' ? value : closeAll(value)]);
  const closed = Object.fromEntries(entries) as Schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in schema;
  return schema.type === 'object' && 'properties' in schema && !isOpen
    ? { ...closed, additionalProperties: false }
    : closed;
}

function closeAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeAll);
  return typeof value === 'object' && value !== null ? close(value as Schema) : value;
}

interface Definition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}

/** Schemas by the name that kubeconform looks for. */
async function definedSchemas(): Promise<Map<string, Schema>> {
  const schemas = new Map<string, Schema>();
  for (const [module, folder] of Object.entries(DEFINITIONS)) {
    const path = join(await moduleFolder(module), folder);
    for (const file of readdirSync(path).filter((name) => name.endsWith('.yaml')))
      for (const document of parseAllDocuments(readFileSync(join(path, file), 'utf8'))) {
        const { spec } = document.toJS() as Definition;
        if (!spec?.names) continue;
        const group = spec.group.split('.', 1)[0];
        for (const { name, schema } of spec.versions)
          schemas.set(`${spec.names.kind.toLowerCase()}-${group}-${name}.json`, close(schema.openAPIV3Schema));
      }
  }
  return schemas;
}

/**
 * Unpacks the schemas of a version of Kubernetes, of the Gateway API and of the Prometheus operator, once.
 * @returns where kubeconform finds them
 */
export async function kubernetesSchemas(version: string, folder: string): Promise<string> {
  const target = join(folder, `schemas-${version}`);
  const complete = join(target, 'complete');
  if (!existsSync(complete)) {
    const from = join(await installPackage(join(folder, 'python')), `v${version}-local-strict`);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const file of readdirSync(from)) {
      // They refer to each other by an address that only their own program knows.
      const text = readFileSync(join(from, file), 'utf8').replaceAll('/api/_definitions.json', '_definitions.json');
      const { $id: _id, $schema: _schema, ...schema } = JSON.parse(text) as Schema;
      writeFileSync(join(target, file), JSON.stringify(schema));
    }
    for (const [name, schema] of await definedSchemas()) writeFileSync(join(target, name), JSON.stringify(schema));
    writeFileSync(complete, '');
  }
  return join(target, '{{.ResourceKind}}{{.KindSuffix}}.json');
}
