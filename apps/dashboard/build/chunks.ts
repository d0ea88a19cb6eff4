import type { Rolldown } from 'vite';

const INPUTS =
  /@mantine\/core\/esm\/components\/(ActionIcon|Combobox\/ComboboxChevron|Input|InputBase|InputWrapper|NativeSelect|TextInput)\//;
/** Excludes the hooks that only sliders, menus and dialogs need. */
const HOOKS =
  /@mantine\/(hooks\/(?!esm\/use-(long-press|move|focus-trap|focus-return|click-outside)\/)|core\/esm\/core\/)|@tanstack/;
/** Small parts of our own next to the screens; the dialogs are out because they bring large libraries. */
const OWN =
  /dashboard\/src\/(api|environment|feedback(\/\w+)?|live|session|shell|shortcuts(?!\/texts)|tags|toggle)\/([\w-]+\.ts|(empty-state|environment-name|fill|lazy-panel|look|page|shown|time-ago|when-opened)\.tsx)$/;
/** More of the table of flags, which is what most users open first. */
const OF_TABLE =
  /(@mantine\/core\/esm\/components\/SegmentedControl\/|@tabler\/icons-react|dashboard\/src\/(api\/(applied|flag-changes|flag-values|usage|value-author)|feedback\/(check-box|search-field|loading\/lazy-dialog)|toggle\/(use-switch|flag-switch|toggle-switch|lazy-confirm-toggle)|usage\/(spark|texts)|tags\/tidy-tags|screens\/flags\/(texts|flag-draft|last-list|bulk\/(use-)?selection))\.tsx?$)/;
/** Used by few screens; includes the JSON parser, which is a library. */
const APART =
  /dashboard\/src\/(api\/(act-on-request|environments|invitations|restore-flag|webhooks)|environment\/(holds|held-texts|serve-again)|feedback\/(errors\/describe-json-fault|dialogs\/(unless-busy|use-close-guard))|session\/kept-invitation|tags\/texts|toggle\/(describe-look|look-alike|look-texts|use-offer-undo|value-patch))\.ts$/;
const isShared = (id: string) =>
  [HOOKS, INPUTS, OF_TABLE].some((some) => some.test(id)) || (OWN.test(id) && !APART.test(id));

/**
 * Puts modules that several screens share into one file. One file for each set of screens would be sixty files for
 * the table of flags: a browser requests six at a time, and each takes a round trip.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], priority: 1 },
    { name: 'shared', test: isShared, minShareCount: 2 },
  ],
};
