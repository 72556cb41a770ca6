import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Listed } from '#web/api.ts'
import { useMe } from '#web/session.ts'
import { actionsFor } from './actions.ts'
import { placesFor } from './navigation.ts'

export const openPalette = () => spotlight.open()

interface Hit {
  kind: string
  id: string
  title: string
  subtitle: string
  path: string
}

/** Ctrl K: pages, actions, and whatever an id, a reference or an e-mail address names. */
export function Palette() {
  const { role } = useMe()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const { data } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api.get<Listed<Hit>>('/search', { q: query }, signal),
    enabled: query.length >= 3,
    placeholderData: keepPreviousData,
  })
  const go = (href: string) => () => void navigate({ href })
  const found: SpotlightActionData[] = (query.length >= 3 ? (data?.data ?? []) : []).map((hit) => ({
    id: hit.id,
    label: hit.title,
    description: hit.subtitle,
    keywords: [query],
    onClick: go(hit.path),
  }))
  const places = placesFor(role).map(({ label, path, keys }) => ({
    id: path,
    label,
    ...(keys === undefined ? {} : { description: `Keys: ${keys}` }),
    onClick: go(path),
  }))
  const actions = actionsFor(role).map(({ label, path }) => ({
    id: `action ${label}`,
    label,
    onClick: go(path),
  }))
  return (
    <Spotlight
      shortcut={['mod + K']}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      query={text}
      onQueryChange={setText}
      nothingFound="Nothing is called that. Paste a whole id, a reference or an e-mail address."
      limit={12}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to, do, or find by id, reference or e-mail',
        'aria-label': 'Go to, do, or find',
      }}
      actions={[
        ...(found.length > 0 ? [{ group: 'Found', actions: found }] : []),
        { group: 'Go to', actions: places },
        ...(actions.length > 0 ? [{ group: 'Do', actions }] : []),
      ]}
    />
  )
}
