import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Listed } from '#web/api.ts'
import { forgetEverything, useMe } from '#web/session.ts'
import { actionsFor, placeSynonyms } from './actions.ts'
import { showKeys } from './keys.tsx'
import { placesFor } from './navigation.ts'

export const openPalette = () => spotlight.open()

interface Hit {
  kind: string
  id: string
  title: string
  subtitle: string
  path: string
}

const minLength = 2
const maxRecent = 5
/** Kept with the other data of the person, so that it goes when they sign out. */
const recentKey = ['recently opened']

/** Ctrl K: pages, actions, and everything in the account that is called what is typed. */
export function Palette() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const isSearched = query.length >= minLength
  const { data, isFetching } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => api.get<Listed<Hit>>('/search', { q: query }, signal),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  const { data: recent = [] } = useQuery<Hit[]>({
    queryKey: recentKey,
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const open = (hit: Hit) => () => {
    const others = recent.filter(({ id }) => id !== hit.id)
    client.setQueryData(recentKey, [hit, ...others].slice(0, maxRecent))
    void navigate({ href: hit.path })
  }
  const toAction = (hit: Hit): SpotlightActionData => ({
    id: hit.id,
    label: hit.title,
    description: hit.subtitle,
    keywords: [query],
    onClick: open(hit),
  })
  const found = isSearched ? (data?.data ?? []) : recent
  const commands = useCommands()
  return (
    <Spotlight
      shortcut={['mod + K']}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      query={text}
      onQueryChange={setText}
      nothingFound={
        isFetching
          ? 'Searching…'
          : 'Nothing found. Try a name, an e-mail address, a domain, a reference or an order number.'
      }
      limit={24}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Search people, gifts, campaigns, products – or type a command',
        'aria-label': 'Search and commands',
      }}
      actions={[
        ...(found.length > 0
          ? [{ group: isSearched ? 'Found' : 'Recent', actions: found.map(toAction) }]
          : []),
        ...commands,
      ]}
    />
  )
}

/** Where one can go and what one can do, with what else people call it. */
function useCommands(): { group: string; actions: SpotlightActionData[] }[] {
  const { role } = useMe()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const go = (href: string) => () => void navigate({ href })
  const places = placesFor(role).map(({ label, path, keys }) => ({
    id: path,
    label,
    keywords: placeSynonyms[path] ?? '',
    ...(keys === undefined ? {} : { description: `Keys: ${keys}` }),
    onClick: go(path),
  }))
  const actions = actionsFor(role).map(({ label, path, synonyms = '' }) => ({
    id: `action ${label}`,
    label,
    keywords: synonyms,
    onClick: go(path),
  }))
  const run = (label: string, keywords: string, onClick: () => void) => ({
    id: `run ${label}`,
    label,
    keywords,
    onClick,
  })
  const signOut = () => void api.delete('/session').then(forgetEverything)
  return [
    { group: 'Go to', actions: places },
    {
      group: 'Commands',
      actions: [
        ...actions,
        run('Documentation', 'docs help manual guide support', () =>
          window.open('/docs', '_blank'),
        ),
        run('API reference', 'docs openapi rest help', () =>
          window.open('/docs/reference', '_blank'),
        ),
        run('Keyboard shortcuts', 'keys hotkeys help', showKeys),
        run('Dark appearance', 'dark mode theme night', () => setColorScheme('dark')),
        run('Light appearance', 'light mode theme day', () => setColorScheme('light')),
        run('Sign out', 'log out logout leave', signOut),
      ],
    },
  ]
}
