import { Box, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { BulkAction } from '#web/admin-api.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/gifts.ts'
import { useMe, usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { BulkActionProgress, StopButton } from './bulk-action-progress.tsx'
import { describeAction } from './bulk-actions.ts'
import { isWatched, watchBulkAction } from './run-bulk-action.ts'

const pollMs = 1_500

/**
 * A list of bulk actions: the running actions, and the actions that have ended since this window was opened
 * and that did not change all gifts.
 */
export function RecentBulkActions() {
  const me = useMe()
  const { data } = useRead(
    '/bulk-actions',
    { limit: '10' },
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? pollMs : false) },
  )
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set())
  const actions = data?.data ?? []
  useEffect(() => {
    for (const action of actions)
      if (isRunning(action) && action.requested_by.id === me.id) watchBulkAction(action)
  }, [actions, me.id])
  return actions
    .filter(
      (action) =>
        isRunning(action) ||
        (isWatched(action.id) && action.rejected > 0 && !closedIds.has(action.id)),
    )
    .map((action) => (
      <RecentAction
        key={action.id}
        action={action}
        close={() => setClosedIds(new Set([...closedIds, action.id]))}
      />
    ))
}

const isRunning = ({ state }: BulkAction): boolean => state === 'running'

function RecentAction({ action, close }: { action: BulkAction; close: () => void }) {
  const canChange = usePermission('gift_requests:write')
  const { id, rejected } = action
  const label = describeAction(action)
  return (
    <Group
      className="panel"
      p="sm"
      px="md"
      justify="space-between"
      gap="sm"
      role="region"
      aria-label={label}
    >
      <Box style={{ flex: '1 1 14rem' }}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {isRunning(action) ? (
          <BulkActionProgress action={action} />
        ) : (
          <Text size="sm">
            {t('{done} of {all}. {count} gifts were not changed.', {
              count: rejected,
              done: action.done,
              all: action.gifts,
            })}
          </Text>
        )}
      </Box>
      <Group gap="sm">
        <PageLink size="sm" to="/gift-requests/bulk-actions/$id" params={{ id }}>
          {isRunning(action) ? t('Details') : t('See why')}
        </PageLink>
        {isRunning(action) ? (
          canChange && <StopButton id={id} size="xs" />
        ) : (
          <Button size="xs" variant="subtle" onClick={close}>
            {t('Close')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
