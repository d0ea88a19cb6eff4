import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AsAnchor } from './links.js';

/** An entry of a menu as a link of the router. */
export const MenuItemLink = createLink((props: AsAnchor<MenuItemProps>) => <Menu.Item component="a" {...props} />);
