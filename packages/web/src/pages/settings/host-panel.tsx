import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Host } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { Copyable } from './copyable.tsx'

/** The section for the host of the pages of recipients. It is absent if the operator lets accounts have none. */
export function HostPanel() {
  const { data } = useRead('/host')
  if (data === undefined || !data.is_available) return null
  const { host } = data
  return (
    <Panel
      title={t('Recipients’ pages')}
      about={t(
        'Links to recipients begin with a host of your own, such as gifts.example.com, of a domain that is proven above.',
      )}
      action={
        <Button variant="default" onClick={() => openSet(host)}>
          {host === null ? t('Set host') : t('Replace host')}
        </Button>
      }
    >
      {host !== null && <HostState {...host} />}
    </Panel>
  )
}

function HostState(host: Host) {
  const { name, verified_at, problem, checked_at, is_proven } = host
  const check = useAction(
    () => api.post('/host/verify'),
    (after) => {
      if (after.problem === null) toast(t('{name} points here.', { name }))
    },
  )
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {verified_at !== null && is_proven ? (
          <StatusBadge tone={problem === null ? 'good' : 'bad'}>{t('In use')}</StatusBadge>
        ) : (
          <StatusBadge tone={checked_at === null ? 'wait' : 'bad'}>{t('Not in use')}</StatusBadge>
        )}
      </Group>
      {!is_proven && (
        <Alert color="red" variant="light">
          {t(
            'The domain of {name} is no longer proven. New links use the host of the installation.',
            {
              name,
            },
          )}
        </Alert>
      )}
      <Problem {...host} />
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('Create in the DNS:')}
        </Text>
        {host.records.map(({ type, value }) => (
          <Group key={value} gap="xs" wrap="nowrap" align="center">
            <Text size="sm" fw={600}>
              {type}
            </Text>
            <Copyable value={value} label={t('Copy value')} />
          </Group>
        ))}
      </Stack>
      <Group gap="sm">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check now')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => confirmRemove(name)}>
          {t('Remove…')}
        </Button>
        <Text size="sm" c="dimmed">
          {checked_at !== null && (
            <Trans text="Checked {time}" time={<RelativeTime at={checked_at} />} />
          )}
        </Text>
      </Group>
    </Stack>
  )
}

const problemTexts = {
  record_missing: t('The DNS has no such record. A new record can take an hour to appear.'),
  points_elsewhere: t('The host points to another server, or to others too.'),
  dns_failed: t('The name server of the domain did not respond, or failed.'),
} as const

const Problem = ({ problem, missing_since, verified_at }: Host) =>
  problem === null ? null : (
    <Text size="sm">
      {problemTexts[problem]}{' '}
      {missing_since !== null && verified_at !== null && (
        <Trans
          text="It has not pointed here since {time}. Soon new links use the host of the installation."
          time={<RelativeTime at={missing_since} />}
        />
      )}
      {missing_since !== null && verified_at === null && (
        <Trans
          text="It has not pointed here since {time}. New links use the host of the installation."
          time={<RelativeTime at={missing_since} />}
        />
      )}
    </Text>
  )

const openSet = (host: Host | null): void =>
  openForm({
    title: host === null ? t('Set host') : t('Replace host'),
    initial: { name: '' },
    submitLabel: t('Save'),
    onSubmit: (values) => api.put('/host', values),
    onDone: ({ name }) => toast(t('{name} is set. Now create its record.', { name })),
    children: (form) => (
      <TextInput
        label={t('Host')}
        description={
          host === null
            ? undefined
            : t(
                'The links at {name} stop working. Links at the host of the installation always work.',
                {
                  name: host.name,
                },
              )
        }
        placeholder="gifts.example.com"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    ),
  })

const confirmRemove = (name: string): void =>
  confirm({
    title: t('Remove {name}?', { name }),
    children: t(
      'The links at {name} stop working. Links at the host of the installation always work.',
      {
        name,
      },
    ),
    confirmLabel: t('Remove'),
    onConfirm: async () => {
      await api.delete('/host')
      toast(t('{name} is removed.', { name }))
    },
  })
