import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aFlag, aProject, codeBlocks, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const ESBUILD = join(process.cwd(), 'node_modules', 'esbuild', 'bin', 'esbuild');
const DECORATORS = '--tsconfig-raw={"compilerOptions":{"experimentalDecorators":true}}';

let project: Project;
/** In the repository, so that imports find its packages. */
let folder: string;
beforeAll(async () => {
  mkdirSync('.burgee', { recursive: true });
  folder = mkdtempSync(join(process.cwd(), '.burgee', 'readme-'));
  project = await aProject(sharedCluster().url);
  for (const key of ['new-checkout', 'beta']) {
    const { id } = await aFlag(project, { key });
    const path = `/api/flags/${id}/environments/${project.development.id}/toggle`;
    await project.owner.client.patch(path, { is_enabled: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs code of a page as pasted, but for the address and the key, between what an application has before and after it. */
async function paste(name: string, ...parts: string[]): Promise<string> {
  const { url } = sharedCluster();
  const { sdk_key } = project.development;
  const addresses = /http:\/\/localhost:8080|https:\/\/flags\.example\.com/g;
  const code = parts.join('\n').replaceAll(addresses, url).replaceAll('bge_sdk_…', sdk_key);
  writeFileSync(join(folder, `${name}.ts`), code);
  const program = join(folder, `${name}.mjs`);
  await run(ESBUILD, [join(folder, `${name}.ts`), `--outfile=${program}`, '--format=esm', DECORATORS]);
  const { stdout } = await run(process.execPath, [program], {
    env: { BURGEE_SDK_KEY: sdk_key, PATH: process.env.PATH },
  });
  return stdout;
}

const USERS = "const user = { id: 'ada', country: 'NO' }, other = { id: 'bob' }; const render = () => undefined;";

describe('the README, as pasted, of', () => {
  it('@burgee/sdk gives a flag of the service', async () => {
    const [use = ''] = codeBlocks('sdk');
    const shown = 'console.log(flags.bool("new-checkout", false), flags.context.plan);';
    expect(await paste('sdk', USERS, use, shown)).toBe('true pro\n');
  });

  it('@burgee/openfeature-server gives a flag of the service', async () => {
    const [use = ''] = codeBlocks('openfeature-server');
    const shown = `console.log((await flags.getBooleanDetails('new-checkout', false)).reason); await OpenFeature.close();`;
    expect(await paste('server', USERS, use, shown)).toBe('STATIC\n');
  });

  it('@burgee/openfeature-web gives a flag of the service', async () => {
    const [use = ''] = codeBlocks('openfeature-web');
    const shown = `console.log(OpenFeature.getClient().getBooleanDetails('new-checkout', false).reason); await OpenFeature.close();`;
    expect(await paste('web', USERS, use, shown)).toBe('STATIC\n');
  });

  it('@burgee/openfeature-nestjs makes routes that follow flags', async () => {
    const application = `
      import 'reflect-metadata';
      import { Controller, Get, Injectable, Module } from '@nestjs/common';
      import { NestFactory } from '@nestjs/core';
      import { FastifyAdapter } from '@nestjs/platform-fastify';`;
    const start = `
      @Module({ imports: [AppModule], controllers: [CheckoutController], providers: [CheckoutService] })
      class Shop {}
      const app = await NestFactory.create(Shop, new FastifyAdapter(), { logger: false });
      await app.listen(0, '127.0.0.1');
      const get = async (path: string) => (await fetch((await app.getUrl()) + path)).text();
      console.log(await get('/checkout'), await app.get(CheckoutService).isNew(), JSON.stringify(await get('/beta')));
      await app.close();`;
    expect(await paste('nest', application, ...codeBlocks('openfeature-nestjs'), start)).toBe(
      '{"isNew":true} true ""\n',
    );
  });
});
