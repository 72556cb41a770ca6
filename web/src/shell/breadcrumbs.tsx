import { Anchor, Breadcrumbs as Crumbs, Text } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Screen, screens } from '#web/registry.ts'
import { usePageName } from './page-name.ts'

/** The area and the list that a page belongs to, and the name of what it shows. The tab's title says the same. */
export function Breadcrumbs() {
  const screen = useScreen()
  const name = usePageName() ?? screen?.title
  useEffect(() => {
    document.title = name === undefined ? 'Bestow' : `${name} – Bestow`
  }, [name])
  const area = areas[screen?.path.split('/')[1] ?? '']
  const parent = screens.find(({ path }) => path === screen?.parent)
  if (area === undefined && parent === undefined) return null
  return (
    <Crumbs mb="xs" component="nav" aria-label="Breadcrumbs" separatorMargin={6} className="crumbs">
      {area !== undefined && (
        <Text size="sm" c="dimmed">
          {area}
        </Text>
      )}
      {parent !== undefined && (
        <Anchor size="sm" renderRoot={(props) => <Link to={parent.path} {...props} />}>
          {parent.title}
        </Anchor>
      )}
      <Text size="sm" aria-current="page">
        {name}
      </Text>
    </Crumbs>
  )
}

const areas: Readonly<Record<string, string>> = { settings: 'Settings', developers: 'Developers' }

function useScreen(): Screen | undefined {
  const data = useMatches().at(-1)?.staticData as { screen?: Screen } | undefined
  return data?.screen
}
