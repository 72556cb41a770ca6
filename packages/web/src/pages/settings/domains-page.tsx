import { Button, Menu, Stack, Text, TextInput } from '@mantine/core'
import type { Domain } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { Copyable } from './copyable.tsx'
import { HostPanel } from './host-panel.tsx'

/** The page for the domains that the account proves. */
export const DomainsPage = () => (
  <Page
    title={t('Domains')}
    about={t(
      'Prove that a domain is yours with a TXT record in its DNS. Sign-in, email and pages can then rely on it.',
    )}
    action={<Button onClick={openAdd}>{t('Add domain')}</Button>}
  >
    <DataList
      label={t('Domains')}
      path="/domains"
      columns={[
        {
          header: t('Domain'),
          cell: ({ name }) => (
            <Text inherit fw={600} miw={160} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          ),
        },
        {
          header: t('Status'),
          cell: (row) => (
            <Stack gap={6} align="flex-start">
              <Status {...row} />
              <CheckButton {...row} />
            </Stack>
          ),
          isFullWidth: true,
        },
        { header: t('TXT record'), cell: (row) => <RecordToCopy {...row} />, isFullWidth: true },
        {
          header: t('Last check'),
          cell: ({ checked_at }) =>
            checked_at === null ? t('None yet') : <RelativeTime at={checked_at} />,
        },
      ]}
      actions={(row) => <Actions {...row} />}
      empty={
        <EmptyList guide="domains" title={t('No domains')}>
          {t('Add the domain of your email addresses to begin.')}
        </EmptyList>
      }
    />
    <HostPanel />
  </Page>
)

const problemTexts = {
  record_missing: t('The DNS has no such record. A new record can take an hour to appear.'),
  dns_failed: t('The name server of the domain did not respond, or failed.'),
  proven_elsewhere: t(
    'Another account has proven this domain. It has to remove its record; its proof ends three days later.',
  ),
} as const

const Status = ({ proven_at, problem, missing_since, checked_at }: Domain) => (
  <>
    {proven_at === null ? (
      <StatusBadge tone={checked_at === null ? 'wait' : 'bad'}>{t('Not proven')}</StatusBadge>
    ) : (
      <StatusBadge tone={missing_since === null ? 'good' : 'bad'}>{t('Proven')}</StatusBadge>
    )}
    {missing_since !== null && (
      <Text size="xs" c="dimmed">
        <Trans
          text="The record has been missing since {time}. The proof ends after three days."
          time={<RelativeTime at={missing_since} />}
        />
      </Text>
    )}
    {missing_since === null && problem !== null && (
      <Text size="xs" c="dimmed" maw={320}>
        {problemTexts[problem]}
      </Text>
    )}
  </>
)

const RecordToCopy = ({ record }: Domain) => (
  <Stack gap={4}>
    <Copyable value={record.name} label={t('Copy name')} />
    <Copyable value={record.value} label={t('Copy value')} />
  </Stack>
)

function CheckButton({ id, name }: Domain) {
  const check = useAction(
    () => api.post(`/domains/${id}/verify`),
    ({ proven_at }) => {
      if (proven_at !== null) toast(t('{name} is proven.', { name }))
    },
  )
  return (
    <Button
      size="xs"
      variant="default"
      loading={check.isPending}
      onClick={() => check.mutate()}
      aria-label={t('Check now: {name}', { name })}
    >
      {t('Check now')}
    </Button>
  )
}

const Actions = (domain: Domain) => (
  <MoreMenu label={t('Actions for {name}', { name: domain.name })}>
    <Menu.Item color="red" onClick={() => confirmRemove(domain)}>
      {t('Remove…')}
    </Menu.Item>
  </MoreMenu>
)

const openAdd = (): void =>
  openForm({
    title: t('Add domain'),
    initial: { name: '' },
    submitLabel: t('Add'),
    onSubmit: (values) => api.post('/domains', values),
    onDone: ({ name }) => toast(t('{name} is added. Now create its TXT record.', { name })),
    children: (form) => (
      <TextInput
        label={t('Domain')}
        placeholder="example.com"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    ),
  })

const confirmRemove = ({ id, name }: Domain): void =>
  confirm({
    title: t('Remove {name}?', { name }),
    children: t('What relies on the proof of this domain stops at once.'),
    confirmLabel: t('Remove'),
    onConfirm: async () => {
      await api.delete(`/domains/${id}`)
      toast(t('{name} is removed.', { name }))
    },
  })
