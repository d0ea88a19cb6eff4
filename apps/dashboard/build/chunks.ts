import type { Rolldown } from 'vite';

const INPUTS =
  /@mantine\/core\/esm\/components\/(ActionIcon|Combobox\/ComboboxChevron|Input|InputBase|InputWrapper|NativeSelect|TextInput)\//;
/** Excludes the hooks that only sliders and menus need. */
const HOOKS = /@mantine\/(hooks\/(?!esm\/use-(long-press|move)\/)|core\/esm\/core\/)|@tanstack/;
/** Small parts of our own next to the screens; the dialogs are out because they bring large libraries. */
const OWN =
  /dashboard\/src\/(api|environment|feedback(\/\w+)?|live|session|shell|shortcuts(?!\/texts)|tags|toggle)\/([\w-]+\.ts|(empty-state|environment-name|fill|lazy-panel|look|page|shown|time-ago|when-opened)\.tsx)$/;
/** Shared by the screens with flags; the others need not load it. */
const OF_FLAGS =
  /dashboard\/src\/(api\/(applied|flag-changes|flag-values|usage|value-author)|toggle\/(use-switch|flag-switch|toggle-switch))\.tsx?$/;
/** Used by few screens; includes the JSON parser, which is a library. */
const APART =
  /dashboard\/src\/(api\/(act-on-request|environments|invitations|restore-flag|shared-views|webhooks)|environment\/(holds|held-texts|serve-again)|feedback\/(errors\/describe-json-fault|dialogs\/(unless-busy|use-close-guard))|session\/kept-invitation|tags\/(texts|tidy-tags)|toggle\/(describe-look|look-alike|look-texts|use-offer-undo|value-patch))\.ts$/;
const isOwn = (id: string) => OWN.test(id) && !OF_FLAGS.test(id) && !APART.test(id);

/**
 * Puts modules that several screens share into a few files. One file for each set of screens would be sixty files for
 * the table of flags: a browser requests six at a time, and each takes a round trip.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
    { name: 'hooks', test: HOOKS, minShareCount: 2 },
    { name: 'inputs', test: INPUTS },
    { name: 'own', test: isOwn, minShareCount: 2 },
    { name: 'flags', test: OF_FLAGS, minShareCount: 2 },
  ],
};
