// Runs before the first paint, so that a dark page does not flash white. A file, because the page allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('burgee-color-scheme') ?? 'auto';
  } catch {
    // Storage is disabled: the setting of the system applies.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
