import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageDocument, type PackedPackage, tarballPath } from './package-document.js';
import { type PublicNames, registryAddress } from './registry-address.js';

const REGISTRY = join(import.meta.dirname, '..', '..', 'dist', 'registry');
const ABBREVIATED = 'application/vnd.npm.install-v1+json';

/** The packages of a folder that the build wrote, and their tarballs by path: some 100 kB. Neither, without a build. */
function readPackages(folder: string): { packages: Map<string, PackedPackage>; tarballs: Map<string, Buffer> } {
  const index = join(folder, 'index.json');
  const all = existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as PackedPackage[]) : [];
  return {
    packages: new Map(all.map((one) => [one.manifest.name, one])),
    tarballs: new Map(all.map(({ manifest, file }) => [tarballPath(manifest), readFileSync(join(folder, file))])),
  };
}

/**
 * Serves the packages of this version at /packages/, as an npm registry that can only be read. It asks no other
 * registry: a client that takes the scope from here never gets a package of another owner.
 */
export function registerPackages(fastify: FastifyInstance, config: PublicNames, folder = REGISTRY): void {
  const { packages, tarballs } = readPackages(folder);
  fastify.get<{ Params: { '*': string } }>('/packages/*', (request, reply) => {
    // Decoded: npm writes @burgee%2fsdk.
    const { '*': path } = request.params;
    const send = (type: string, body: Buffer) => {
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      void reply.header('etag', etag).header('cache-control', 'no-cache');
      // A proxy that compresses makes the tag weak.
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type(type).send(body);
    };
    const tarball = tarballs.get(path);
    if (tarball) return send('application/octet-stream', tarball);
    const found = packages.get(path);
    if (!found) return reply.callNotFound();
    const isAbbreviated = request.headers.accept?.includes(ABBREVIATED) ?? false;
    const document = packageDocument(found, registryAddress(config, request), isAbbreviated);
    void reply.header('vary', 'accept');
    return send(isAbbreviated ? ABBREVIATED : 'application/json; charset=utf-8', Buffer.from(JSON.stringify(document)));
  });
}
