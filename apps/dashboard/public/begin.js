// Runs before the first paint, also of the guide, so that a dark page does not flash white and a page without a session
// shows no outline of the navigation. A file, because the page allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('burgee-color-scheme') ?? 'auto';
  } catch {
    // Storage is disabled: the setting of the system applies.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const page = document.documentElement;
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  page.toggleAttribute(
    'data-outside',
    /^\/(sign-in|register|invitation|link|account-deleted)(\/|$)/.test(location.pathname),
  );
})();

// Requests the answers and the code of a project page while the first code loads, which takes them from here.
(() => {
  const address = /^\/projects\/([0-9a-f-]{36})(?:\/([a-z]+)(?:\/([0-9a-f-]{36}))?)?\/?$/i.exec(location.pathname);
  if (!address) return;
  const [, project, page = 'flags', flag] = address;

  const answers = (window.earlyAnswers = new Map());
  const ask = (path) => {
    const answer = fetch(path, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(15_000) });
    answers.set(path, answer);
    return answer;
  };
  const askForAll = async (path) => {
    for (let next = path; next;) {
      const { headers } = await ask(next);
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
  };
  const ofProject = `/api/projects/${project}`;
  const listsFlags =
    !flag && ['home', 'flags', 'connect', 'who'].includes(page) && !/[?&]archived=/.test(location.search);
  // The code that takes the answer handles a failure.
  const ignore = () => undefined;
  // Flags after the revisions of the project, so that the page can tell whether the flags are up to date.
  ask(ofProject)
    .then(() => listsFlags && askForAll(`${ofProject}/flags?fields=summary&limit=1000`))
    .catch(ignore);
  ask('/api/auth/me').catch(ignore);
  if (page === 'home') ask(`${ofProject}/home`).catch(ignore);
  if (flag) ask(`/api/flags/${flag}`).catch(ignore);

  const files = JSON.parse(document.currentScript.dataset.files);
  for (const href of files[flag ? 'flag' : page] ?? []) {
    const as = { css: 'style', woff2: 'font' }[href.split('.').at(-1)];
    const kind = as ? { rel: 'preload', as } : { rel: 'modulepreload' };
    document.head.append(
      Object.assign(document.createElement('link'), kind, { crossOrigin: '', fetchPriority: 'low', href }),
    );
  }
})();
