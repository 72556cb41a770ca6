import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AttentionEntry } from '#web/admin-api.ts'
import { CanChange } from '#web/components/can-change.tsx'
import { EmptyList } from '#web/components/empty-list.tsx'
import { type Filter, FilterBar } from '#web/components/filter-bar.tsx'
import { Page } from '#web/components/page.tsx'
import { PaginatedList, usePaginatedList } from '#web/components/paginated-list.tsx'
import { GiftTime, RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { Trans, t } from '#web/i18n/attention.ts'
import { directActions } from './direct-actions.ts'
import { kindLabels, kindOptions } from './kinds.ts'
import { translateServerText } from './server-texts.ts'
import './attention.css'

const filters: readonly Filter[] = [
  { name: 'kind', label: t('Kind'), options: kindOptions },
  {
    name: 'state',
    label: t('Status'),
    options: [
      { value: 'open', label: t('Open|state') },
      { value: 'cleared', label: t('Ended') },
    ],
  },
]

/** What a person has to resolve, with the actions that resolve it. */
export function AttentionPage() {
  const list = usePaginatedList<AttentionEntry>('/attention', { state: 'open' }, filters)
  const entries = list.pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title={t('Needs attention')}
      about={t('Problems that someone needs to solve. Each disappears once its cause is resolved.')}
    >
      <Stack>
        <FilterBar {...list.filterBar} />
        <PaginatedList
          list={list}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            <EmptyList guide="attention" title={t('You’re all caught up')}>
              {t('Nothing needs attention.')}
            </EmptyList>
          }
        >
          <ul className="attention-list" aria-label={t('What needs attention')}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </PaginatedList>
      </Stack>
    </Page>
  )
}

function Entry({ entry }: { entry: AttentionEntry }) {
  const { title, isUrgent } = kindLabels[entry.kind]
  const isOpen = entry.cleared_at === null
  const Time = entry.gift_request_id === null ? RelativeTime : GiftTime // a gift has the clock of its account
  return (
    <li className="panel attention-entry" {...(isOpen ? {} : { 'data-ended': true })}>
      <div className="attention-text">
        <Group className="attention-title" gap="xs">
          <StatusBadge tone={!isOpen ? 'end' : isUrgent ? 'bad' : 'wait'}>{title}</StatusBadge>
          <SubjectLink entry={entry} />
        </Group>
        <Text size="sm">{translateServerText(entry.message)}</Text>
        <Text size="sm" c="dimmed">
          {entry.cleared_at === null ? (
            <Trans text="Started {start}" start={<Time at={entry.since} />} />
          ) : (
            <Trans
              text="Started {start}, ended {end}"
              start={<Time at={entry.since} />}
              end={<Time at={entry.cleared_at} />}
            />
          )}
        </Text>
      </div>
      {entry.actions.length > 0 && (
        <CanChange>
          <Group gap="xs">
            {entry.actions.map((action, index) => (
              <ActionButton
                key={action.title}
                entry={entry}
                action={action}
                isFirst={index === 0}
              />
            ))}
          </Group>
        </CanChange>
      )}
    </li>
  )
}

function SubjectLink({ entry: { name, gift_request_id, actions } }: { entry: AttentionEntry }) {
  const path = gift_request_id === null ? actions[0]?.path : `/gift-requests/${gift_request_id}`
  return path === undefined ? (
    <Text fw={600}>{name}</Text>
  ) : (
    <Anchor fw={600} renderRoot={(props) => <Link to={path} {...props} />}>
      {name}
    </Anchor>
  )
}

/** An action that needs no further input runs at once. Every other opens its page. */
function ActionButton({
  entry,
  action: { title: englishTitle, operation_id, path },
  isFirst,
}: {
  entry: AttentionEntry
  action: AttentionEntry['actions'][number]
  isFirst: boolean
}) {
  const client = useQueryClient()
  const direct = directActions[operation_id ?? '']
  const run = useMutation({
    mutationFn: async () => direct?.(entry),
    onSuccess: async (message) => {
      if (message !== undefined) toast(message)
      await client.invalidateQueries({ queryKey: ['list', '/attention'] })
    },
    onError: toastError,
  })
  const title = translateServerText(englishTitle)
  const [to = path, query = ''] = path.split('?')
  const label = { 'aria-label': `${title}: ${entry.name}` }
  const look = { size: 'xs', variant: isFirst ? 'light' : 'default', ...label } as const
  return direct === undefined ? (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link to={to} search={Object.fromEntries(new URLSearchParams(query))} {...props} />
      )}
    >
      {title}
    </Button>
  ) : (
    <Button {...look} loading={run.isPending} onClick={() => run.mutate()}>
      {title}
    </Button>
  )
}
