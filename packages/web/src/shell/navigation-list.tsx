import { Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMe } from '#web/session.ts'
import { getNavigation } from './navigation.ts'

/** Also a page of the area that is not in the navigation. */
const hasSameArea = (path: string, pathname: string) =>
  path.split('/')[1] === pathname.split('/')[1]

/** A group with so few links stays open, as that of a packer does. */
const maxUnfolded = 3

export function NavigationList() {
  const me = useMe()
  const { pathname } = useLocation()
  const isCurrent = (path: string) =>
    path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the path
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <>
      <div className="nav-items" ref={list}>
        {getNavigation(me).map(({ label, path, icon: Icon, items }) =>
          items === undefined ? (
            <NavigationLink key={label} path={path ?? '/'} isCurrent={isCurrent(path ?? '')} isMain>
              <Icon size={18} stroke={1.7} />
              {label}
            </NavigationLink>
          ) : (
            <details
              key={label}
              className="nav-group"
              open={
                items.length <= maxUnfolded || items.some(({ path }) => hasSameArea(path, pathname))
              }
            >
              <summary className="nav-item" data-main>
                <Icon size={18} stroke={1.7} />
                {label}
              </summary>
              {items.map((item) => (
                <NavigationLink key={item.path} path={item.path} isCurrent={isCurrent(item.path)}>
                  {item.label}
                </NavigationLink>
              ))}
            </details>
          ),
        )}
      </div>
      <Text size="xs" c="dimmed" px="sm" pt="sm" hiddenFrom="xs">
        {me.account.name} · {me.account.region}
      </Text>
    </>
  )
}

interface NavigationLinkProps {
  path: string
  isCurrent: boolean
  isMain?: boolean
  children: ReactNode
}

const NavigationLink = ({ path, isCurrent, isMain, children }: NavigationLinkProps) => (
  <Link
    to={path}
    className="nav-item"
    activeProps={{}}
    aria-current={isCurrent ? 'page' : undefined}
    {...(isMain && { 'data-main': true })}
  >
    {children}
  </Link>
)
