import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { EndpointDetail, EventName } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { t } from '#web/i18n/developers.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { getHost } from './format.ts'
import { eventOptions } from './labels.ts'
import { useIsEnterprise } from './use-is-enterprise.ts'

export interface EndpointProps {
  endpoint: EndpointDetail
}

export function EndpointActions({ endpoint }: EndpointProps) {
  const isEnterprise = useIsEnterprise()
  return (
    <Group gap="xs">
      {isEnterprise && endpoint.enabled && <SendTestButton endpoint={endpoint} />}
      {isEnterprise && !endpoint.enabled && <EnableButton endpoint={endpoint} />}
      <MoreActions endpoint={endpoint} />
    </Group>
  )
}

function SendTestButton({ endpoint }: EndpointProps) {
  const navigate = useNavigate()
  const send = useAction(
    (type: EventName) => api.post(`/endpoints/${endpoint.id}/test`, { type }),
    ({ id }) => navigate({ href: `/developers/deliveries/${id}` }),
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

function EnableButton({ endpoint }: EndpointProps) {
  const enable = useAction(
    () => api.patch(`/endpoints/${endpoint.id}`, { enabled: true }),
    () => toast(t('Enabled. Paused deliveries continue now.')),
  )
  return (
    <Button loading={enable.isPending} onClick={() => enable.mutate()}>
      {t('Enable')}
    </Button>
  )
}

function MoreActions({ endpoint }: EndpointProps) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('More')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to={`/developers/webhooks/${endpoint.id}`} search={{ tab: 'settings' }}>
          {endpoint.connection === null ? t('Edit or rotate secret') : t('Edit')}
        </MenuLink>
        {endpoint.enabled && (
          <Menu.Item onClick={() => confirmDisable(endpoint)}>{t('Disable…')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() => confirmDelete(endpoint, () => navigate({ href: '/developers/webhooks' }))}
        >
          {t('Delete…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Asks the user to confirm that an endpoint is disabled. The dialog shows the consequence with the numbers of
 * the last day.
 */
export const confirmDisable = (endpoint: EndpointDetail): void =>
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
      await api.patch(`/endpoints/${endpoint.id}`, { enabled: false })
      toastUndo(t('Endpoint disabled.'), () =>
        api.patch(`/endpoints/${endpoint.id}`, { enabled: true }),
      )
    },
  })

const confirmDelete = (endpoint: EndpointDetail, onDeleted: () => Promise<void>): void => {
  const { pending, parked } = endpoint.health
  confirm({
    title: t('Delete this endpoint?'),
    confirmLabel: t('Delete'),
    typeToConfirm: getHost(endpoint.url),
    children: (
      <Stack gap="xs">
        <Text size="sm">
          {endpoint.connection === null
            ? t(
                'Its URL receives no more events and its secret stops working. This can’t be undone.',
              )
            : t('Its broker receives no more events. This can’t be undone.')}
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
    onConfirm: () =>
      reloadAfterSeries(async () => {
        await api.delete(`/endpoints/${endpoint.id}`)
        await onDeleted()
      }),
  })
}
