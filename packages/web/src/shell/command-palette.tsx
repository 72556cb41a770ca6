import { t } from '#web/i18n/common.ts'
import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SearchHit } from '#web/admin-api.ts'
import { toastError } from '#web/components/feedback/toast.tsx'
import { hasPermission, signOut, useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { openKeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { getNavigationItems } from './navigation.ts'
import { openPageRequests } from './open-page-requests.ts'
import { getQuickActions, navigationSynonyms } from './quick-actions.ts'
import { switchAccount } from './switch-account.ts'

export const { open: openPalette, toggle: togglePalette } = spotlight

const minQueryLength = 2
const maxRecent = 5
/**
 * The cache key of the search results that the user opened recently. The cache contains them together with
 * the data of the user, so that signing out clears them.
 */
const recentHitsKey = ['recently opened']

/** The command palette, which Ctrl K opens. It contains pages, commands, and a search in the account. */
export function CommandPalette() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const canSearch = hasPermission(useMe(), 'gift_requests:read')
  const hasQuery = canSearch && query.length >= minQueryLength
  const { data, isFetching } = useRead(
    '/search',
    { q: query },
    { enabled: hasQuery, placeholderData: keepPreviousData },
  )
  const { data: recent = [] } = useQuery<SearchHit[]>({
    queryKey: recentHitsKey,
    queryFn: () => [],
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
  const openHit = (hit: SearchHit) => () => {
    const others = recent.filter(({ id }) => id !== hit.id)
    client.setQueryData(recentHitsKey, [hit, ...others].slice(0, maxRecent))
    void navigate({ href: hit.path })
  }
  const toAction = (hit: SearchHit): SpotlightActionData => ({
    id: hit.id,
    label: hit.title,
    description: hit.subtitle,
    keywords: [query],
    onClick: openHit(hit),
  })
  const isPending =
    canSearch && text.trim().length >= minQueryLength && (text.trim() !== query || isFetching)
  const onEnter = useDelayedEnter(isPending)
  // While the search runs, the list is empty. Otherwise the user could open a result of the previous text by
  // mistake.
  const hits = isPending ? [] : hasQuery ? (data?.data ?? []) : recent
  const commands = useCommands()
  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { 'aria-label': t('Search and commands') } }}
      query={text}
      onQueryChange={setText}
      nothingFound={
        isPending
          ? t('Searching…')
          : canSearch
            ? t(
                'Nothing found. Try a name, an email address, a domain, a reference or an order number.',
              )
            : t('No such command.')
      }
      limit={24}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: canSearch
          ? t('Search people, gifts, campaigns, products – or type a command')
          : t('Type a command'),
        'aria-label': t('Search and commands'),
        onKeyDownCapture: onEnter,
      }}
      actions={[
        ...(hits.length > 0
          ? [{ group: hasQuery ? t('Found') : t('Recent'), actions: hits.map(toAction) }]
          : []),
        ...commands,
      ]}
    />
  )
}

/**
 * Delays the Enter key until the search has ended. So a user who types fast opens the first result and not a
 * command.
 */
function useDelayedEnter(isPending: boolean): (event: KeyboardEvent<HTMLInputElement>) => void {
  const input = useRef<HTMLInputElement>(undefined)
  useEffect(() => {
    const waiting = input.current
    if (isPending || waiting === undefined) return
    input.current = undefined
    const frame = requestAnimationFrame(() => openSelected(waiting))
    return () => cancelAnimationFrame(frame)
  }, [isPending])
  return (event) => {
    input.current = undefined
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (isPending) input.current = event.currentTarget
    else openSelected(event.currentTarget)
  }
}

/**
 * Opens the selected row. If the results arrive after the last key press, no row is selected. In this case,
 * the function opens the first row.
 */
function openSelected(input: HTMLElement): void {
  const rows = input.closest('[role="dialog"]')
  const row = rows?.querySelector('[data-selected]') ?? rows?.querySelector('[data-action]')
  if (row instanceof HTMLElement) row.click()
}

/** Returns the pages and commands of the palette with their synonyms. */
function useCommands(): { group: string; actions: SpotlightActionData[] }[] {
  const me = useMe()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const navigateTo = (href: string) => () => void navigate({ href })
  const destinations = getNavigationItems(me).map(({ label, path, keys }) => ({
    id: path,
    label,
    keywords: navigationSynonyms[path] ?? '',
    ...(keys === undefined ? {} : { description: t('Keys: {keys}', { keys }) }),
    onClick: navigateTo(path),
  }))
  const actions = getQuickActions(me).map(({ label, path, synonyms = '' }) => ({
    id: `action ${label}`,
    label,
    keywords: synonyms,
    onClick: navigateTo(path),
  }))
  const toCommand = (label: string, keywords: string, onClick: () => void) => ({
    id: `run ${label}`,
    label,
    keywords,
    onClick,
  })
  return [
    { group: t('Go to'), actions: destinations },
    {
      group: t('Commands'),
      actions: [
        ...actions,
        ...me.accounts
          .filter(({ id }) => id !== me.account.id)
          .map((account) =>
            toCommand(
              t('Switch to {account}', { account: account.name }),
              'account change organization client tenant workspace',
              () => void switchAccount(me, account).catch(toastError),
            ),
          ),
        toCommand(t('Documentation'), 'docs help manual guide support', () =>
          window.open('/docs', '_blank'),
        ),
        toCommand(t('API reference'), 'docs openapi rest help', () =>
          window.open('/docs/reference', '_blank'),
        ),
        toCommand(t('API requests of this page'), 'curl copy developer rest', openPageRequests),
        toCommand(t('Keyboard shortcuts'), 'keys hotkeys help', openKeyboardShortcuts),
        toCommand(t('Dark appearance'), 'dark mode theme night', () => setColorScheme('dark')),
        toCommand(t('Light appearance'), 'light mode theme day', () => setColorScheme('light')),
        toCommand(t('Sign out'), 'log out logout leave', () => void signOut().catch(toastError)),
      ],
    },
  ]
}
