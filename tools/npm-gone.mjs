import { readFileSync } from 'node:fs';

/** npm, by its pid, with the shell that it runs a script in where there is one. Linux only; elsewhere the parent. */
function npmAndShell() {
  const of = (pid, file) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const { ppid } = process;
  try {
    const isShell = /sh\s*$/.test(of(ppid, 'comm'));
    return isShell ? `${ppid} ${of(ppid, 'stat').split(') ').at(-1).split(' ')[1]}` : String(ppid);
  } catch {
    return String(ppid);
  }
}

/** Calls back when the npm that started this process has ended: when it is killed, it does not tell its children. */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const before = npmAndShell();
  const timer = setInterval(() => {
    if (npmAndShell() === before) return;
    clearInterval(timer);
    callback();
  }, 500).unref();
}
