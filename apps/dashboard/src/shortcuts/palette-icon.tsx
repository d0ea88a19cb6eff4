import { IconArrowRight, IconFlag3, IconFolder, IconTerminal2, IconToggleRight } from '@tabler/icons-react';
import { createElement } from 'react';
import type { PaletteItem } from './palette-item.js';

const ICONS = {
  flag: IconFlag3,
  switch: IconToggleRight,
  archive: IconTerminal2,
  page: IconArrowRight,
  project: IconFolder,
  command: IconTerminal2,
} satisfies Record<PaletteItem['kind'], typeof IconFlag3>;

/** The icon for the kind of a palette item. */
export const PaletteIcon = ({ kind }: Pick<PaletteItem, 'kind'>) =>
  createElement(ICONS[kind], { size: 17, stroke: 1.8, 'aria-hidden': true });
