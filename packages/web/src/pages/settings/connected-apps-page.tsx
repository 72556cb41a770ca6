import { Checkbox, Menu, NumberInput, Stack, Text } from '@mantine/core'
import type { ConnectedApp } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/settings.ts'
import { ScopeSummary } from '../developers/scope-dialog.tsx'
import { ConnectPanel } from './connect-panel.tsx'

/**
 * The page with the apps that act for the account, such as AI assistants. An admin has given consent to each
 * of them.
 */
export function ConnectedAppsPage() {
  return (
    <Page
      title={t('Connected apps')}
      about={t(
        'Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves.',
      )}
    >
      <DataList
        label={t('Connected apps')}
        path="/connected-apps"
        columns={[
          { header: t('App'), cell: (each) => <AppName {...each} /> },
          { header: t('Can send'), cell: (each) => <SendingLimit {...each} /> },
          { header: t('Permissions'), cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
          { header: t('Allowed by'), cell: ({ user }) => user?.name ?? t('A former member') },
          { header: t('Connected'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
          {
            header: t('Last token'),
            cell: ({ last_token_at }) => <RelativeTime at={last_token_at} />,
          },
        ]}
        actions={(each) => <AppActions connectedApp={each} />}
        empty={
          <EmptyList guide="connecting" title={t('No connected apps')}>
            {t('An app appears here after an admin has allowed it.')}
          </EmptyList>
        }
      />
      <ConnectPanel />
    </Page>
  )
}

const AppName = ({ app, redirect_uri }: ConnectedApp) => (
  <>
    <Text inherit fw={600}>
      {app}
    </Text>
    <Text size="xs" c="dimmed">
      {describeDestination(redirect_uri)}
    </Text>
  </>
)

/** Describes where the access was sent: to a host, or to an app on the computer of the admin. */
function describeDestination(redirect_uri: string): string {
  const { hostname, host, protocol } = new URL(redirect_uri)
  if (!protocol.startsWith('http'))
    return t('An installed app ({protocol})', { protocol: protocol.replace(':', '') })
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? t('On a computer') : host
}

function SendingLimit({ audience, daily_cap }: ConnectedApp) {
  if (audience === 'api') return t('Over the API')
  if (daily_cap === null) return t('Nothing')
  return t('{count} gifts a day', { count: daily_cap })
}

const AppActions = ({ connectedApp }: { connectedApp: ConnectedApp }) => (
  <MoreMenu label={t('Actions for {app}', { app: connectedApp.app })}>
    {canSend(connectedApp) && (
      <Menu.Item onClick={() => changeCap(connectedApp)}>{t('Change daily limit…')}</Menu.Item>
    )}
    <Menu.Item
      color="red"
      onClick={() =>
        confirm({
          title: t('Disconnect {app}?', { app: connectedApp.app }),
          children: t('It loses access at once. To use it again, an admin has to allow it again.'),
          confirmLabel: t('Disconnect'),
          onConfirm: async () => {
            await api.post(`/connected-apps/${connectedApp.id}/disconnect`)
            toast(t('{app} disconnected.', { app: connectedApp.app }))
          },
        })
      }
    >
      {t('Disconnect…')}
    </Menu.Item>
  </MoreMenu>
)

const canSend = ({ audience, scopes }: ConnectedApp) =>
  audience === 'mcp' && scopes.some((scope) => scope === 'gift_requests:write')

const defaultDailyCap = 25

const changeCap = ({ id, app, daily_cap }: ConnectedApp) =>
  openForm({
    title: t('Daily limit of {app}', { app }),
    initial: { can_send: daily_cap !== null, daily_cap: daily_cap ?? defaultDailyCap },
    onSubmit: (values) =>
      api.patch(`/connected-apps/${id}`, {
        daily_cap: values.can_send ? Number(values.daily_cap) : null,
      }),
    onDone: () => toast(t('Daily limit saved.')),
    submitLabel: t('Save'),
    children: (form) => (
      <Stack>
        <Checkbox
          label={t('May send, change and cancel gifts')}
          description={t('Each time with a preview first.')}
          {...form.getInputProps('can_send', { type: 'checkbox' })}
        />
        {form.getValues().can_send && (
          <NumberInput
            label={t('Gifts in 24 hours')}
            description={t('Gifts of all assistants of the account count.')}
            min={1}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps('daily_cap')}
          />
        )}
      </Stack>
    ),
  })
