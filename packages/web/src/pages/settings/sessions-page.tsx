import { Badge, Button, Group, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/settings.ts'

const methodLabels: Readonly<Record<string, string>> = {
  password: t('Password'),
  password_and_code: t('Password and code'),
  passkey: t('Passkey'),
  invitation: t('Invitation'),
  setup: t('Setup'),
  single_sign_on: t('Single sign-on'),
}

/** The page with the sessions of the signed-in user. The user can end each session. */
export function SessionsPage() {
  const endOthers = useAction(
    () => api.delete('/sessions'),
    ({ ended }) =>
      toast(
        ended === 0
          ? t('You have no other sessions.')
          : t('Signed out {count} other sessions.', { count: ended }),
      ),
  )
  const end = useAction((id: string) => api.delete(`/sessions/${id}`))
  return (
    <Page
      title={t('Sessions')}
      about={t(
        'Devices where you are signed in. A session ends after a day without use, and after two weeks at most.',
      )}
      action={
        <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('Sign out other sessions')}
        </Button>
      }
    >
      <DataList
        label={t('Your sessions')}
        path="/sessions"
        columns={[
          {
            header: t('Browser'),
            cell: ({ user_agent, is_here }) => (
              <Group gap="xs">
                <Text span inherit>
                  {parseDevice(user_agent)}
                </Text>
                {is_here && <Badge size="sm">{t('this session')}</Badge>}
              </Group>
            ),
          },
          { header: t('Method'), cell: ({ method }) => methodLabels[method] ?? method },
          {
            header: t('IP address'),
            cell: ({ address }) => <span className="mono">{address}</span>,
          },
          { header: t('Signed in'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
          {
            header: t('Last used'),
            cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
          },
        ]}
        actions={({ id, is_here, user_agent }) =>
          is_here ? null : (
            <Button
              size="xs"
              variant="default"
              onClick={() => end.mutate(id)}
              aria-label={t('Sign out {device}', { device: parseDevice(user_agent) })}
            >
              {t('Sign out|session')}
            </Button>
          )
        }
        empty={
          <EmptyList guide="signingIn" title={t('No sessions')}>
            {t(
              'Each browser in which you sign in appears here. End the sessions that you don’t recognize.',
            )}
          </EmptyList>
        }
      />
    </Page>
  )
}

function parseDevice(userAgent: string): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0]
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  if (browser === undefined) return userAgent.split(' ')[0] || t('Unknown browser')
  const name = names[browser] ?? browser
  return system === undefined ? name : t('{browser} on {system}', { browser: name, system })
}
