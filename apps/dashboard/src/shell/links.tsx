import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './shell.module.css';

export type AsAnchor<P> = P & Omit<ComponentProps<'a'>, keyof P>;

/** Mantine's components as links of the router, with the types of the routes. */
export const AnchorLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);

interface PageLinkProps extends ComponentProps<'a'> {
  label: string;
  icon: ReactNode;
  count?: ReactNode;
}

/** A line of the navigation. Mantine's can unfold, which needs a lot of code. */
export const PageLink = createLink(({ label, icon, count, ...props }: PageLinkProps) => (
  <a className={`mantine-focus-auto ${classes.link}`} title={label} {...props}>
    {icon}
    <span className={classes.linkLabel}>{label}</span>
    {count}
  </a>
));
