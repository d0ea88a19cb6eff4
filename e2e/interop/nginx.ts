import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, portOpens, programsDir, silently } from '@burgee/launcher';

const NGINX = { name: 'nginx', program: 'usr/sbin/nginx' };

export interface Nginx {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Debian's nginx in front of `upstream`, in its default configuration: buffering,
 * HTTP/1.0 to the upstream, and a read timeout of a minute. Unpacked from its package when it is not installed.
 */
export async function startNginx(upstream: string): Promise<Nginx> {
  const program = await findProgram(NGINX, programsDir(), silently);
  const folder = mkdtempSync(join(tmpdir(), 'burgee-nginx-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const configuration = `
    daemon off; worker_processes 1; pid nginx.pid; error_log logs/error.log;
    events { worker_connections 1024; }
    http {
      access_log off; ${temporary.join(' ')}
      proxy_read_timeout 60s;
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; } }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const child: ChildProcess = spawn(
    program.command,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'logs/error.log'],
    {
      env: { ...process.env, ...program.env },
      stdio: 'inherit',
    },
  );
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`nginx ended with ${code}`);
  });
  failed.catch(() => undefined);
  await Promise.race([portOpens(port), failed]);
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
