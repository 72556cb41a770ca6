import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EmailSender, RecordCheck, ReplyAt } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Form } from '#web/components/forms/form.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { TestResultView } from './connection-test.tsx'

/** The page for the address from which the account sends its emails. */
export function EmailSenderPage() {
  const { data, error, refetch } = useRead('/email-sender')
  return (
    <Page
      title={t('Email sender')}
      about={t('The address from which recipients and senders get the emails of this account.')}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && (
        <>
          <AddressPanel settings={data} key={data.sender?.email} />
          {data.sender !== null && <RecordsPanel sender={data.sender} key={data.sender.domain} />}
        </>
      )}
    </Page>
  )
}

type Settings = ReplyAt<'GET', '/email-sender'>

function AddressPanel({ settings }: { settings: Settings }) {
  const { sender, server, installation_address } = settings
  return (
    <Panel
      title={t('Address')}
      about={
        sender?.enabled === true
          ? t('Emails leave from this address. While they cannot, they wait.')
          : t('Emails leave from {address} until you use an address of your own.', {
              address: installation_address,
            })
      }
    >
      <Stack>
        <Form
          initial={{ email: sender?.email ?? '' }}
          onSubmit={(values) => api.put('/email-sender', values)}
          onDone={() => toast(t('Saved.'))}
          submitLabel={t('Save')}
          maxWidth={520}
        >
          {(form) => (
            <TextInput
              label={t('Email address')}
              description={
                <>
                  {t('Of a domain that this account has proven.')}{' '}
                  <InlineLink to="/settings/domains">{t('Domains')}</InlineLink>
                </>
              }
              placeholder="gifts@example.com"
              type="email"
              autoComplete="off"
              {...form.getInputProps('email')}
            />
          )}
        </Form>
        <Text size="sm" c="dimmed">
          {server === null
            ? t('The mail server of this installation sends them.')
            : t('The connection {name} sends them.', { name: server.name })}{' '}
          <InlineLink to="/settings/connections">{t('Connections')}</InlineLink>
        </Text>
        {sender !== null && <SenderState sender={sender} />}
      </Stack>
    </Panel>
  )
}

function SenderState({ sender: { enabled, is_proven, email, domain } }: { sender: EmailSender }) {
  const act = useAction((run: () => Promise<unknown>) => run())
  const enable = async () => {
    await api.post('/email-sender/enable')
    toast(t('Emails now leave from {email}.', { email }))
  }
  const test = async () => {
    const result = await api.post('/email-sender/test')
    openDialog({ title: t('Test of {name}', { name: email }) }, (close) => (
      <TestResultView result={result} close={close} />
    ))
  }
  return (
    <>
      {!is_proven && (
        <Alert color="red" variant="light">
          {t('The domain {domain} is not proven. Emails from it wait.', { domain })}
        </Alert>
      )}
      <Group gap="xs">
        <StatusBadge tone={enabled ? 'good' : 'wait'}>
          {enabled ? t('In use') : t('Not in use')}
        </StatusBadge>
        {enabled ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => act.mutate(() => api.post('/email-sender/disable'))}
          >
            {t('Stop using it')}
          </Button>
        ) : (
          <Button size="xs" loading={act.isPending} onClick={() => act.mutate(enable)}>
            {t('Use this address')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate(test)}
        >
          {t('Send me a test')}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => confirmRemove(email)}>
          {t('Remove…')}
        </Button>
      </Group>
    </>
  )
}

const confirmRemove = (email: string): void =>
  confirm({
    title: t('Remove {name}?', { name: email }),
    children: t('Its key is deleted. Emails leave from the address of the installation again.'),
    confirmLabel: t('Remove'),
    onConfirm: async () => {
      await api.delete('/email-sender')
      toast(t('{name} is removed.', { name: email }))
    },
  })

function RecordsPanel({ sender: { record } }: { sender: EmailSender }) {
  const [records, setRecords] = useState<readonly RecordCheck[]>()
  const check = useAction(
    () => api.post('/email-sender/check'),
    (reply) => setRecords(reply.records),
  )
  const shown: readonly RecordCheck[] = records ?? [
    { kind: 'dkim', name: record.name, found: [], expected: record.value, problem: null },
  ]
  return (
    <Panel
      title={t('DNS records')}
      about={t(
        'Other mail servers read them to see whether an email is yours. Create the TXT records that are missing, then check them.',
      )}
      action={
        <Button
          size="xs"
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('Check now')}
        </Button>
      }
    >
      <DetailTable
        label={t('DNS records')}
        rows={shown}
        rowKey={({ kind }) => kind}
        columns={[
          {
            header: t('Record'),
            cell: ({ kind, name }) => (
              <>
                <Text inherit fw={600}>
                  {kind.toUpperCase()}
                </Text>
                <Copyable value={name} label={t('Copy name')} />
              </>
            ),
            isFullWidth: true,
          },
          {
            header: t('Status'),
            cell: (row) => records !== undefined && <RecordStatus {...row} />,
            isFullWidth: true,
          },
          { header: t('Value'), cell: (row) => <RecordValue {...row} />, isFullWidth: true },
        ]}
      />
    </Panel>
  )
}

const problemTexts = {
  missing: t('The DNS has no such record. A new record can take an hour to appear.'),
  several: t('The DNS has several of these records. Keep one of them.'),
  invalid: t('The record cannot be read. Compare it with the value to copy.'),
  too_many_lookups: t('The record needs more than ten lookups, so mail servers ignore it.'),
  other_key: t('The record has another key. Copy the value again.'),
  revoked: t('The record has no key. Copy the value again.'),
  doubled_name: t('The name has the domain twice. Enter only the part before it.'),
  would_reject: t('Mail servers reject your emails until the DKIM record is right.'),
  dns_failed: t('The name server of the domain did not respond, or failed.'),
} as const

const RecordStatus = ({ found, problem }: RecordCheck) =>
  problem === null ? (
    <StatusBadge tone={found.length > 0 ? 'good' : 'end'}>
      {found.length > 0 ? t('Right') : t('Not needed')}
    </StatusBadge>
  ) : (
    <>
      <StatusBadge tone="bad">{t('Wrong')}</StatusBadge>
      <Text size="xs" c="dimmed" maw={320}>
        {problemTexts[problem]}
      </Text>
    </>
  )

const RecordValue = ({ kind, found, expected, problem }: RecordCheck) => (
  <Stack gap={4}>
    {found.map((value) => (
      <Code key={value} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Code>
    ))}
    {expected !== null && (found.length === 0 || problem !== null) && (
      <Copyable value={expected} label={t('Copy value')} />
    )}
    {kind === 'spf' && problem === 'missing' && (
      <Text size="xs" c="dimmed">
        {t('The provider of your mail server tells you the value.')}
      </Text>
    )}
  </Stack>
)

const Copyable = ({ value, label }: { value: string; label: string }) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</Code>
    <CopyIconButton value={value} label={label} />
  </Group>
)
