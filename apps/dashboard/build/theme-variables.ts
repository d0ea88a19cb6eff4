import {
  convertCssVariables,
  type ConvertCSSVariablesInput as CSSVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/theme.ts';

/** Palettes of Mantine that no page uses; they would be a third of the file. */
const UNUSED = /^--mantine-color-(pink|grape|violet|indigo|cyan|lime|orange|green)-/;

const NAME = 'virtual:theme-variables.css';
/** Mantine's component that writes them. */
const AT_RUN_TIME = /\/MantineCssVariables\.mjs$/;

function variables(): CSSVariables {
  const all = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const used = (part: Record<string, string>) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !UNUSED.test(name)));
  return { variables: used(all.variables), light: used(all.light), dark: used(all.dark) };
}

/**
 * Writes the theme's CSS variables to a file. Mantine would write them into a `<style>` at run time, which our CSP
 * refuses: docs/adr/0023-dashboard-without-inline-styles.md.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => {
      if (AT_RUN_TIME.test(id)) return 'export const MantineCssVariables = () => null;';
      return id === `\0${NAME}` ? convertCssVariables(variables(), ':root') : undefined;
    },
  };
}
