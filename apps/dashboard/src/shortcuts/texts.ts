/** What the palette and the list of keys say. */
export const texts = {
  label: 'Search or run a command',
  hint: 'Search flags, pages, projects and commands',
  nothing: 'Nothing found.',
  page: 'Page',
  flag: 'Flag',
  project: 'Project',
  newProject: 'New project',
  scheme: 'Switch between light and dark',
  keys: 'Keyboard shortcuts',

  sheet: 'Keyboard shortcuts',
  lines: [
    [['⌘ K', 'Ctrl K'], 'Search, or run a command'],
    [['/'], 'Search on this page'],
    [['j', 'k'], 'Next or previous flag'],
    [['↑', '↓', '←', '→'], 'Move in the table'],
    [['Space'], 'Switch the flag'],
    [['e'], 'Open the flag'],
    [['⌘ Z', 'Ctrl Z'], 'Undo the last change'],
    [['Esc'], 'Close'],
    [['?'], 'Show this list'],
  ] as readonly (readonly [keys: readonly string[], does: string])[],
};
