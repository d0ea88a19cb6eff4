import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '@burgee/testing/unit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const LIBRARIES = ['sdk', 'react', 'openfeature-server', 'openfeature-web', 'openfeature-nestjs'];
/** What the pages take for granted of the application that pastes from them. */
const APPLICATION = `
  declare const baseUrl: string, sdkKey: string, root: Element;
  declare const user: { id: string; country: string }, other: { id: string }, visitor: { id: string };
  declare const render: (what: unknown) => void, renderToString: typeof render;
  declare const hydrateRoot: (root: Element, what: unknown) => void;
  declare const analytics: { track(name: string, what: object): void };
  declare const trace: { getActiveSpan(): { addEvent(name: string, attributes: object): void } | undefined };
  declare const rows: import('@burgee/sdk').Flag[];
  declare const client: import('@burgee/sdk').BurgeeClient;
  declare const createClient: typeof import('@burgee/sdk').createClient;
  declare const BurgeeProvider: typeof import('@burgee/react').BurgeeProvider;
  declare const bootstrapOf: typeof import('@burgee/react/server').bootstrapOf;
  declare const bootstrap: ReturnType<typeof bootstrapOf>;
  declare const App: () => null, Checkout: typeof App, NewCheckout: typeof App, OldCheckout: typeof App;
  declare namespace NodeJS { interface ProcessEnv { BURGEE_URL: string; BURGEE_SDK_KEY: string } }
  declare module 'next/server' { export function connection(): Promise<void>; }
  declare const { Module, Injectable, Controller, Get }: typeof import('@nestjs/common');
`;
const OPTIONS =
  '--ignoreConfig --noEmit --skipLibCheck --strict --noImplicitAny false --experimentalDecorators --jsx preserve ' +
  '--module esnext --moduleResolution bundler --target es2022 --lib es2022,dom --types node';

/** In the repository, so that imports find its packages. */
let folder: string;
beforeAll(() => {
  mkdirSync('.burgee', { recursive: true });
  folder = mkdtempSync(join(process.cwd(), '.burgee', 'readme-types-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the code on the pages of the packages compiles', async () => {
  writeFileSync(join(folder, 'application.d.ts'), APPLICATION);
  const files = LIBRARIES.flatMap((library) =>
    codeBlocks(library)
      // Declared keys would hold for the code of all pages.
      .filter((code) => !code.startsWith('declare module'))
      .map((code, index) => {
        // Files that name each other are where they say that they are.
        const [, shown = `${library}-${index}`] = /^\/\/ app\/(\w+)\.js/.exec(code) ?? [];
        const file = join(folder, `${shown}.tsx`);
        writeFileSync(file, `${code}\nexport {};\n`);
        return file;
      }),
  );
  expect(files.length).toBeGreaterThan(10);
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [
    tsc,
    ...OPTIONS.split(' '),
    join(folder, 'application.d.ts'),
    ...files,
  ]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
