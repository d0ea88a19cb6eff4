import type { Rolldown } from 'vite';

const INPUTS =
  /@mantine\/core\/esm\/components\/(ActionIcon|Combobox\/ComboboxChevron|Input|InputBase|InputWrapper|NativeSelect|TextInput)\//;
/** Small parts of our own beside the screens; not the dialogs, which bring large libraries. */
const OWN =
  /dashboard\/src\/(api|environment|feedback|live|session|shell|shortcuts|tags|toggle)\/([\w-]+\.ts|(empty-state|environment-name|fill|flag-switch|lazy-panel|page|time-ago|toggle-switch|when-opened)\.tsx)$/;

/**
 * What several screens share is a few files, not one for each set of screens that share a module, which were sixty for the table
 * of flags: a browser asks for six at a time, and each takes a round trip.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
    { name: 'hooks', test: /@mantine\/(hooks|core\/esm\/core)\/|@tanstack/, minShareCount: 2 },
    { name: 'inputs', test: INPUTS },
    { name: 'own', test: OWN, minShareCount: 2 },
  ],
};
