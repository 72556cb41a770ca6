import { Checkbox, Menu, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectedApp } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { DataList } from '#web/components/data-list.tsx'
import { Form } from '#web/components/form.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { EmptyState } from '#web/components/status-views.tsx'
import { toast } from '#web/components/toast.tsx'
import { ScopeSummary } from '../developers/scope-dialog.tsx'

/** The apps that act for the account with an admin's consent, such as AI assistants. */
export function ConnectedAppsPage() {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: ['list', '/connected-apps'] })
  const [edited, edit] = useState<ConnectedApp>()
  return (
    <Page
      title="Connected apps"
      about="Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves."
    >
      <DataList
        label="Connected apps"
        path="/connected-apps"
        columns={[
          { header: 'App', cell: (each) => <AppName {...each} /> },
          { header: 'Can send', cell: (each) => <SendingLimit {...each} /> },
          { header: 'Permissions', cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
          { header: 'Allowed by', cell: ({ user }) => user?.name ?? 'A former member' },
          { header: 'Connected', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
          {
            header: 'Last token',
            cell: ({ last_token_at }) => <RelativeTime at={last_token_at} />,
          },
        ]}
        actions={(each) => (
          <AppActions connectedApp={each} reload={reload} changeCap={() => edit(each)} />
        )}
        empty={
          <EmptyState title="No connected apps">
            <HowToConnect />
          </EmptyState>
        }
      />
      {edited !== undefined && (
        <CapDialog connectedApp={edited} close={() => edit(undefined)} reload={reload} />
      )}
    </Page>
  )
}

function HowToConnect() {
  const url = `${window.location.origin}/mcp`
  return (
    <>
      If MCP is turned on, add this address to an assistant. It opens a page where you sign in and
      decide what it may do.{' '}
      <Text span className="mono" style={{ whiteSpace: 'nowrap' }}>
        {url} <CopyIconButton value={url} label="Copy address" />
      </Text>
    </>
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

/** Where the access went: a host, or an app on the computer of the admin. */
function describeDestination(redirect_uri: string): string {
  const { hostname, host, protocol } = new URL(redirect_uri)
  if (!protocol.startsWith('http')) return `An installed app (${protocol.replace(':', '')})`
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'On a computer' : host
}

function SendingLimit({ audience, daily_cap }: ConnectedApp) {
  if (audience === 'api') return 'Over the API'
  if (daily_cap === null) return 'Nothing'
  return `${daily_cap} ${daily_cap === 1 ? 'gift' : 'gifts'} a day`
}

interface AppProps {
  connectedApp: ConnectedApp
  reload: () => Promise<void>
}

const AppActions = ({ connectedApp, reload, changeCap }: AppProps & { changeCap: () => void }) => (
  <MoreMenu label={`Actions for ${connectedApp.app}`}>
    {canSend(connectedApp) && <Menu.Item onClick={changeCap}>Change daily limit…</Menu.Item>}
    <Menu.Item
      color="red"
      onClick={() =>
        confirm({
          title: `Disconnect ${connectedApp.app}?`,
          children: 'It loses access at once. To use it again, an admin has to allow it again.',
          confirmLabel: 'Disconnect',
          onConfirm: async () => {
            await api.post(`/connected-apps/${connectedApp.id}/disconnect`)
            await reload()
            toast(`${connectedApp.app} disconnected.`)
          },
        })
      }
    >
      Disconnect…
    </Menu.Item>
  </MoreMenu>
)

const canSend = ({ audience, scopes }: ConnectedApp) =>
  audience === 'mcp' && scopes.some((scope) => scope === 'gift_requests:write')

const defaultDailyCap = 25

const CapDialog = ({ connectedApp, close, reload }: AppProps & { close: () => void }) => (
  <Modal opened onClose={close} title={`Daily limit of ${connectedApp.app}`}>
    <Form
      initial={{
        can_send: connectedApp.daily_cap !== null,
        daily_cap: connectedApp.daily_cap ?? defaultDailyCap,
      }}
      onSubmit={({ can_send, daily_cap }) =>
        api.patch(`/connected-apps/${connectedApp.id}`, {
          daily_cap: can_send ? Number(daily_cap) : null,
        })
      }
      onDone={() => {
        close()
        void reload()
        toast('Daily limit saved.')
      }}
      submitLabel="Save"
      onCancel={close}
    >
      {(form) => (
        <Stack>
          <Checkbox
            label="May send, change and cancel gifts"
            description="Each time with a preview first."
            {...form.getInputProps('can_send', { type: 'checkbox' })}
          />
          {form.getValues().can_send && (
            <NumberInput
              label="Gifts in 24 hours"
              description="Gifts of all assistants of the account count."
              min={1}
              max={10_000}
              allowDecimal={false}
              {...form.getInputProps('daily_cap')}
            />
          )}
        </Stack>
      )}
    </Form>
  </Modal>
)
