import { Box, NavLink, ScrollArea, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '#web/session.ts'
import { getNavigation } from './navigation.ts'

export function NavigationList() {
  const me = useMe()
  const { pathname } = useLocation()
  const isCurrent = (path: string) =>
    path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
  return (
    <>
      <ScrollArea style={{ flex: 1 }} type="hover" scrollbarSize={6}>
        {getNavigation(me).map(({ label, path, icon: Icon, items }) =>
          items === undefined ? (
            <NavLink
              key={label}
              renderRoot={(props) => <Link to={path} {...props} />}
              label={label}
              leftSection={<Icon size={18} stroke={1.7} />}
              active={isCurrent(path ?? '')}
              {...(isCurrent(path ?? '') && { 'aria-current': 'page' as const })}
              fw={500}
              py={5}
            />
          ) : (
            <Box key={label} component="section" aria-label={label} mt="sm">
              <Text size="xs" fw={600} c="dimmed" px="sm" pb={4} tt="uppercase" lts="0.05em">
                {label}
              </Text>
              {items.map((item) => (
                <NavLink
                  key={item.path}
                  renderRoot={(props) => <Link to={item.path} {...props} />}
                  label={item.label}
                  active={isCurrent(item.path)}
                  {...(isCurrent(item.path) && { 'aria-current': 'page' as const })}
                  py={5}
                />
              ))}
            </Box>
          ),
        )}
      </ScrollArea>
      <Text size="xs" c="dimmed" px="sm" pt="sm" hiddenFrom="xs">
        {me.account.name} · {me.account.region}
      </Text>
    </>
  )
}
