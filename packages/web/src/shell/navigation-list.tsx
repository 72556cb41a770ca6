import { Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#web/i18n/common.ts'
import { useMe } from '#web/session.ts'
import { getNavigation, type NavigationGroup, type NavigationItem } from './navigation.ts'

/** Returns whether two paths belong to the same area. Some pages of an area are not in the navigation. */
const hasSameArea = (path: string, pathname: string) =>
  path.split('/')[1] === pathname.split('/')[1]

/**
 * The maximum number of links in a small group. A small group cannot be folded and has no column of its own.
 * For example, the group of a packer is small.
 */
const maxSmall = 3

export function NavigationList() {
  const me = useMe()
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the path
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const groups = getNavigation(me)
  const column = groups.find(
    ({ id, items }) =>
      id === 'settings' &&
      items.length > maxSmall &&
      items.some(({ path }) => hasSameArea(path, pathname)),
  )
  return (
    <>
      <div className="nav-items" ref={list}>
        {column === undefined ? (
          groups.map((group) => <Group key={group.id} group={group} />)
        ) : (
          <Column group={column} />
        )}
      </div>
      <Text size="xs" c="dimmed" px="sm" pt="sm" hiddenFrom="xs">
        {me.account.name} · {me.account.region}
      </Text>
    </>
  )
}

/**
 * The pages of a large area under the headings of their sections. They replace the other groups, and a link
 * leads back. A section without a page that the user may open is absent.
 */
function Column({ group: { items, ...title } }: { group: NavigationGroup }) {
  const id = useId()
  const sections = Map.groupBy(items, ({ section }) => section)
  return (
    <>
      <div className="nav-top">
        <NavigationLink path="/">
          <IconArrowLeft size={18} stroke={1.7} />
          {t('Overview')}
        </NavigationLink>
        {renderTitle(title)}
      </div>
      {[...sections].map(([section, pages], index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div key={section} className="nav-group" role="group" aria-labelledby={`${id}${index}`}>
          <div className="nav-section" id={`${id}${index}`}>
            {section}
          </div>
          {pages.map(renderItem)}
        </div>
      ))}
    </>
  )
}

const renderTitle = ({ label, icon }: Pick<NavigationGroup, 'label' | 'icon'>) => (
  <div className="nav-item" data-main data-title>
    {renderIcon(icon)}
    {label}
  </div>
)

function Group({ group }: { group: NavigationGroup }) {
  const { id, label, icon, items } = group
  const [first] = items
  if (items.length <= maxSmall)
    return (
      <>
        {icon !== undefined && renderTitle(group)}
        <div className="nav-group">{items.map(renderItem)}</div>
      </>
    )
  if (id === 'settings' && first !== undefined)
    return (
      <NavigationLink path={first.path} isMain>
        {renderIcon(icon)}
        {label}
      </NavigationLink>
    )
  return <FoldingGroup group={group} />
}

/** A group that the user can fold and unfold. The browser stores the choice. */
function FoldingGroup({ group: { id, label, icon, items } }: { group: NavigationGroup }) {
  const { pathname } = useLocation()
  const [chosen, choose] = useLocalStorage<Partial<Record<string, boolean>>>({
    key: 'bestow.navigation',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const listId = useId()
  const isOpen =
    chosen[id] ?? (icon === undefined || items.some(({ path }) => hasSameArea(path, pathname)))
  return (
    <>
      <button
        type="button"
        className="nav-item nav-fold"
        data-main={icon !== undefined || undefined}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => choose({ ...chosen, [id]: !isOpen })}
      >
        {renderIcon(icon)}
        {label}
      </button>
      <div id={listId} className="nav-group" hidden={!isOpen}>
        {items.map(renderItem)}
      </div>
    </>
  )
}

const renderItem = ({ label, path, icon }: NavigationItem) => (
  <NavigationLink key={path} path={path} isMain={icon !== undefined}>
    {renderIcon(icon)}
    {label}
  </NavigationLink>
)

const renderIcon = (Icon: NavigationItem['icon']) => Icon && <Icon size={18} stroke={1.7} />

interface NavigationLinkProps {
  path: string
  isMain?: boolean
  children: ReactNode
}

function NavigationLink({ path, isMain, children }: NavigationLinkProps) {
  const { pathname } = useLocation()
  const isCurrent = pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
  return (
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
}
