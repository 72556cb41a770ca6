import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { HtmlProps } from './link.tsx'

/** A menu item that opens a page of the app. */
export const MenuLink = createLink((props: MenuItemProps & HtmlProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))
