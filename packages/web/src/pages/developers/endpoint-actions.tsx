import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { EndpointDetail, EventName } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { toast, toastError, toastUndo } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { t } from '#web/i18n/developers.ts'
import { getHost } from './format.ts'
import { eventOptions } from './labels.ts'
import { useIsEnterprise } from './use-is-enterprise.ts'

export interface EndpointProps {
  endpoint: EndpointDetail
  reload: () => Promise<void>
}

export function useEndpointReload(id: string) {
  const client = useQueryClient()
  return useCallback(async () => {
    await client.invalidateQueries({ queryKey: ['endpoint', id] })
    await client.invalidateQueries({ queryKey: ['list', '/endpoints'] })
    await client.invalidateQueries({ queryKey: ['list', '/deliveries'] })
  }, [client, id])
}

export function EndpointActions({ endpoint, reload }: EndpointProps) {
  const isEnterprise = useIsEnterprise()
  return (
    <Group gap="xs">
      {isEnterprise && endpoint.enabled && <SendTestButton endpoint={endpoint} reload={reload} />}
      {isEnterprise && !endpoint.enabled && <EnableButton endpoint={endpoint} reload={reload} />}
      <MoreActions endpoint={endpoint} reload={reload} />
    </Group>
  )
}

function SendTestButton({ endpoint, reload }: EndpointProps) {
  const navigate = useNavigate()
  const send = useAction(
    (type: EventName) => api.post(`/endpoints/${endpoint.id}/test`, { type }),
    async ({ id }) => {
      await reload()
      await navigate({ href: `/developers/deliveries/${id}` })
    },
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconSend size={16} />} loading={send.isPending}>
          {t('Send test event')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Sample data')}</Menu.Label>
        {eventOptions.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => send.mutate(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function EnableButton({ endpoint, reload }: EndpointProps) {
  const enable = useAction(
    () => api.post(`/endpoints/${endpoint.id}/enable`),
    async () => {
      toast(t('Enabled. Paused deliveries continue now.'))
      await reload()
    },
  )
  return (
    <Button loading={enable.isPending} onClick={() => enable.mutate()}>
      {t('Enable')}
    </Button>
  )
}

function MoreActions({ endpoint, reload }: EndpointProps) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('More')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            void navigate({ href: `/developers/webhooks/${endpoint.id}?tab=settings` })
          }
        >
          {t('Edit or rotate secret')}
        </Menu.Item>
        {endpoint.enabled && (
          <Menu.Item onClick={() => confirmDisable({ endpoint, reload })}>
            {t('Disable…')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() =>
            confirmDelete({ endpoint, reload }, () => navigate({ href: '/developers/webhooks' }))
          }
        >
          {t('Delete…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the consequence with the numbers of the last day. */
export const confirmDisable = ({ endpoint, reload }: EndpointProps): void =>
  confirm({
    title: t('Disable this endpoint?'),
    confirmLabel: t('Disable'),
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t(
            'Events that occur while it is disabled are never sent to it, not even after you enable it again.',
          )}
        </Text>
        <Text size="sm">
          {t('In the last day, that would have been {count} events.', {
            count: endpoint.day.events,
          })}
        </Text>
        <Text size="sm">
          {endpoint.health.pending === 0
            ? t('No deliveries are pending.')
            : t('{count} pending deliveries are paused, and continue once it is enabled.', {
                count: endpoint.health.pending,
              })}
        </Text>
        <Text size="sm" c="dimmed">
          {t(
            'If your server is only down for a while, leave it enabled: five attempts span about 14 hours, and failed events can be resent.',
          )}
        </Text>
      </Stack>
    ),
    onConfirm: async () => {
      await api.post(`/endpoints/${endpoint.id}/disable`)
      await reload()
      toastUndo(t('Endpoint disabled.'), () => {
        void api.post(`/endpoints/${endpoint.id}/enable`).then(reload).catch(toastError)
      })
    },
  })

const confirmDelete = (
  { endpoint, reload }: EndpointProps,
  onDeleted: () => Promise<void>,
): void => {
  const { pending, parked } = endpoint.health
  confirm({
    title: t('Delete this endpoint?'),
    confirmLabel: t('Delete'),
    typeToConfirm: getHost(endpoint.url),
    children: (
      <Stack gap="xs">
        <Text size="sm">
          {t('Its URL receives no more events and its secret stops working. This can’t be undone.')}
        </Text>
        {pending + parked > 0 && (
          <Text size="sm" fw={600}>
            {t('{count} open deliveries are cancelled.', { count: pending + parked })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('Its delivery log is preserved.')}
        </Text>
      </Stack>
    ),
    onConfirm: async () => {
      await api.delete(`/endpoints/${endpoint.id}`)
      await onDeleted()
      await reload()
    },
  })
}
