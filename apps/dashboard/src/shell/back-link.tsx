import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AsAnchor } from './links.js';
import classes from './page.module.css';

/** The way back, above the title of a page. */
export const BackLink = createLink(({ children, ...props }: AsAnchor<AnchorProps>) => (
  <Anchor size="sm" underline="hover" className={classes.back} {...props}>
    <IconArrowLeft size={16} aria-hidden />
    {children}
  </Anchor>
));
