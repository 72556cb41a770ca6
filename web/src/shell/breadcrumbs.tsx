import { Anchor, Breadcrumbs as Crumbs, Text } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Screen, screens } from '#web/registry.ts'

/** The way from the overview to here. The title of the browser's tab says the same, shorter. */
export function Breadcrumbs() {
  const screen = useScreen()
  useEffect(() => {
    document.title = screen === undefined ? 'Bestow' : `${screen.title} – Bestow`
  }, [screen])
  if (screen === undefined || screen.path === '/') return null
  const area = areas[screen.path.split('/')[1] ?? '']
  const parent = screens.find(({ path }) => path === screen.parent)
  return (
    <Crumbs mb="xs" component="nav" aria-label="Breadcrumbs" separatorMargin={6}>
      <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
        Overview
      </Anchor>
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
        {screen.title}
      </Text>
    </Crumbs>
  )
}

const areas: Readonly<Record<string, string>> = { settings: 'Settings', developers: 'Developers' }

function useScreen(): Screen | undefined {
  const data = useMatches().at(-1)?.staticData as { screen?: Screen } | undefined
  return data?.screen
}
