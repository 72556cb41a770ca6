import {
  Alert,
  Anchor,
  Button,
  Group,
  Menu,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { AttentionKindName, Chat, ChatFormat } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/settings.ts'
import { kindOptions } from '#web/pages/attention/kinds.ts'
import { useRead } from '#web/use-read.ts'
import { formatErrorCode } from '../developers/diagnosis.ts'
import { localize } from './connection-form.tsx'

const pollIntervalMs = 5_000

/** The page for the chats that receive alerts about gifts and endpoints that need attention. */
export function ChatAlertsPage() {
  const { data, error, refetch } = useRead('/chats', undefined, { refetchInterval: pollIntervalMs })
  return (
    <Page
      title={t('Chat alerts')}
      about={t(
        'New problems that need attention appear in a chat: at most one message every three minutes, with references and links, and without names or addresses.',
      )}
    >
      <Panel title={t('Chats')}>
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={2} />}
        {data?.data.length === 0 && (
          <EmptyPanel guide="chatAlerts">{t('No chat receives alerts yet.')}</EmptyPanel>
        )}
        {data !== undefined && data.data.length > 0 && (
          <ChatTable chats={data.data} formats={data.formats} />
        )}
      </Panel>
      {data !== undefined && data.formats.length > 0 && (
        <NewChatPanel key={data.data.length} formats={data.formats} />
      )}
    </Page>
  )
}

const ChatTable = ({ chats, formats }: FormatsProps & { chats: readonly Chat[] }) => (
  <DetailTable
    label={t('Chats')}
    rows={chats}
    rowKey={({ id }) => id}
    columns={[
      { header: t('Name'), cell: ({ name }) => name },
      { header: t('Chat'), cell: (chat) => <ChatKind chat={chat} formats={formats} /> },
      { header: t('Receives'), cell: describeKinds },
      { header: t('Last message'), cell: (chat) => <LastMessage chat={chat} /> },
    ]}
    actions={(chat) => <ChatActions chat={chat} />}
  />
)

interface FormatsProps {
  /** The kinds of chats that the operator allows. */
  formats: readonly ChatFormat[]
}

const findFormat = (formats: readonly ChatFormat[], code: string) =>
  formats.find(({ kind }) => kind === code)

const ChatKind = ({ chat: { format, host }, formats }: FormatsProps & { chat: Chat }) => (
  <>
    {localize(findFormat(formats, format)?.title ?? { en: format })}
    <Text size="xs" c="dimmed">
      {host}
    </Text>
  </>
)

const describeKinds = ({ kinds }: Chat) =>
  kinds.length === kindOptions.length
    ? t('Everything')
    : t('{chosen} of {total} kinds', { chosen: kinds.length, total: kindOptions.length })

function LastMessage({ chat: { enabled, last_error, last_sent_at } }: { chat: Chat }) {
  if (last_error !== null)
    return (
      <>
        <StatusBadge tone="bad">{t('Failed')}</StatusBadge>
        <Text size="xs" c="dimmed">
          {describeError(last_error)}
        </Text>
      </>
    )
  if (!enabled) return <StatusBadge tone="end">{t('Paused')}</StatusBadge>
  return last_sent_at === null ? t('None yet') : <RelativeTime at={last_sent_at} />
}

const describeError = (error: string): string =>
  error.startsWith('http_')
    ? t('The chat responded with the status {status}.', { status: error.slice('http_'.length) })
    : t('The chat could not be reached ({error}).', { error: formatErrorCode(error) })

function ChatActions({ chat }: { chat: Chat }) {
  const act = useAction((run: () => Promise<unknown>) => run())
  const path = `/chats/${chat.id}` as const
  const test = async () => {
    await api.post(`${path}/test`)
    toast(t('The test message is on its way.'))
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={act.isPending}
        onClick={() => act.mutate(test)}
        aria-label={t('Send a test to {name}', { name: chat.name })}
      >
        {t('Send test')}
      </Button>
      <MoreMenu label={t('More actions for {name}', { name: chat.name })}>
        <Menu.Item onClick={() => act.mutate(() => api.patch(path, { enabled: !chat.enabled }))}>
          {chat.enabled ? t('Pause') : t('Resume')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => act.mutate(() => api.delete(path))}>
          {t('Remove')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  )
}

interface NewChatValues extends Record<string, unknown> {
  format: string
  name: string
  url: string
  kinds: string[]
}

const NewChatPanel = ({ formats }: FormatsProps) => (
  <Panel title={t('Add a chat')}>
    <Form<NewChatValues, Chat>
      initial={{
        format: formats[0]?.kind ?? '',
        name: '',
        url: '',
        kinds: kindOptions.map(({ value }) => value),
      }}
      onSubmit={({ kinds, ...values }) =>
        api.post('/chats', { ...values, kinds: kinds as AttentionKindName[] })
      }
      onDone={() => {
        toast(t('Added. Send a test to see it in the chat.'))
      }}
      submitLabel={t('Add chat')}
    >
      {(form) => (
        <Stack maw={520}>
          <Select
            label={t('Format')}
            allowDeselect={false}
            description={aboutOf(findFormat(formats, form.getValues().format))}
            data={formats.map(({ kind, title }) => ({ value: kind, label: localize(title) }))}
            {...form.getInputProps('format')}
          />
          <TextInput
            label={t('Name')}
            description={t('For your team, for example #gifts.')}
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('URL of the incoming webhook')}
            description={
              <>
                {t('Bestow encrypts it and never shows it again.')}{' '}
                <Anchor
                  size="xs"
                  underline="always"
                  href={findFormat(formats, form.getValues().format)?.help_url}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('Where to find it')}
                </Anchor>
              </>
            }
            type="url"
            autoComplete="off"
            {...form.getInputProps('url')}
          />
          <MultiSelect
            label={t('What to report')}
            data={kindOptions}
            {...form.getInputProps('kinds')}
          />
          {form.getValues().kinds.length === 0 && (
            <Alert color="yellow" variant="light" p="xs">
              {t('Choose at least one kind.')}
            </Alert>
          )}
        </Stack>
      )}
    </Form>
  </Panel>
)

const aboutOf = (format: ChatFormat | undefined) => format && localize(format.about)
