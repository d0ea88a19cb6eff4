import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { texts } from './feedback/texts.js';

/** The navy of the mast and the red of the pennant. */
const navy: MantineColorsTuple = [
  '#eef4fb',
  '#dae6f3',
  '#b3cbe5',
  '#88aed8',
  '#6495cc',
  '#4d85c5',
  '#3974b8',
  '#2f68a8',
  '#255b96',
  '#184e86',
];
const pennant: MantineColorsTuple = [
  '#ffecea',
  '#fcd8d4',
  '#f3aea7',
  '#eb8277',
  '#e45d4e',
  '#e04634',
  '#d9432f',
  '#c02c1b',
  '#ac2416',
  '#961a0f',
];

/** Mantine's grays for dark mode, mixed with navy. */
const dark: MantineColorsTuple = [
  '#d5dde6',
  '#b6c2cf',
  '#8896a6',
  '#66778a',
  '#3a4756',
  '#2a3542',
  '#1b2530',
  '#161e27',
  '#10171f',
  '#0b1117',
];

const [SMALL, TEXT, TITLE] = ['var(--text-small)', 'var(--text)', 'var(--text-title)'];

/** The build reads it too and writes a CSS file: docs/adr/0023-dashboard-without-inline-styles.md. */
export const theme = createTheme({
  colors: { navy, pennant, dark },
  primaryColor: 'navy',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Geist Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  // The three sizes of styles.css.
  fontSizes: { xs: SMALL, sm: TEXT, md: TEXT, lg: TITLE, xl: TITLE },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: TITLE },
      h2: { fontSize: TEXT },
      h3: { fontSize: TEXT },
      h4: { fontSize: TEXT },
      h5: { fontSize: TEXT },
    },
  },
  components: {
    // Their scroll lock writes a <style>; styles.css locks the page instead.
    Modal: {
      defaultProps: {
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { 'aria-label': texts.close },
        classNames: { title: 'any-text' },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 0.35 } } },
    // A list that continues below shows it.
    Select: { defaultProps: { scrollAreaProps: { type: 'auto' } } },
    MultiSelect: { defaultProps: { scrollAreaProps: { type: 'auto' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    // In running text a link has to differ by more than color.
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
