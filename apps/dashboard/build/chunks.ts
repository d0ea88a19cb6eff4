import type { Rolldown } from 'vite';

/** Excludes the hooks that only sliders, menus and dialogs need. */
const HOOKS =
  /@mantine\/(hooks\/(?!esm\/use-(long-press|move|focus-trap|focus-return|click-outside)\/)|core\/esm\/core\/)|@tanstack/;
/** Small parts of our own next to the screens; the dialogs are out because they bring large libraries. */
const OWN =
  /dashboard\/src\/(api|environment|feedback(\/\w+)?|live|session|shell|shortcuts(?!\/texts)|tags|toggle)\/([\w-]+\.ts|(empty-state|environment-name|fill|lazy-panel|look|page|shown|time-ago|when-opened)\.tsx)$/;
/** Used by few screens; includes the JSON parser, which is a library. */
const APART =
  /dashboard\/src\/(api\/(act-on-request|environments|invitations|restore-flag|shared-views|webhooks)|environment\/(holds|held-texts|serve-again)|feedback\/(errors\/describe-json-fault|dialogs\/(unless-busy|use-close-guard))|session\/kept-invitation|tags\/(texts|tidy-tags)|toggle\/(describe-look|look-alike|look-texts|use-offer-undo|value-patch))\.ts$/;
/** What only the table of flags needs. */
const OF_TABLE =
  /dashboard\/src\/screens\/flags\/(?!texts|last-list|bulk|filters\/filter-bar\.module|table\/audience|columns\/columns\.)|@tanstack\/(react-virtual|virtual-core)\//;

/** The page, and the screen that most users open first: modules of both that other screens share are in one file. */
export const inputs = ['index.html', 'src/screens/flags/flags-screen.tsx'];

/**
 * Puts modules that several screens share into few files. One file for each set of screens would be sixty files for
 * the table of flags: a browser requests six at a time, and each takes a round trip.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'main', tags: ['$initial'], test: (id) => !OF_TABLE.test(id), priority: 1 },
    { name: 'shared', test: (id) => HOOKS.test(id) || (OWN.test(id) && !APART.test(id)), minShareCount: 2 },
    // Of Home, a flag and the history: apart they compress worse.
    { name: 'entries', test: /dashboard\/src\/screens\/history\/.*\.tsx?$/, minShareCount: 2 },
  ],
};
