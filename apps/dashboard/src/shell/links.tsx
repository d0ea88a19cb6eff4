import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export type AsAnchor<P> = P & Omit<ComponentProps<'a'>, keyof P>;

/** Mantine's components as links of the router, with the types of the routes. */
export const AnchorLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);
export const PageLink = createLink((props: AsAnchor<NavLinkProps>) => <NavLink component="a" {...props} />);
