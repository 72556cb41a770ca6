import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Invitation } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { useCanSendEmail } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** A panel with the open invitations. Renders nothing if there are none. */
export function InvitationsPanel() {
  const canSend = useCanSendEmail()
  const { data } = useRead('/invitations')
  const resend = useAction(
    ({ id }: Invitation) => api.post(`/invitations/${id}/resend`),
    (_, { email }) => toast(resentMessage(canSend, email)),
  )
  const copy = useAction(({ id }: Invitation) => api.post(`/invitations/${id}/link`), showLink)
  const revoke = useAction((id: string) => api.delete(`/invitations/${id}`))
  if (data === undefined || data.data.length === 0) return null
  return (
    <Panel title={t('Invited')} about={t('Invitation links expire after a week.')}>
      <Stack gap="sm">
        {data.data.map((invitation) => (
          <Group key={invitation.id} justify="space-between" gap="xs">
            <div>
              <Group gap="xs">
                <Text fw={500}>{invitation.email}</Text>
                <Badge size="sm" variant="light">
                  {describeRole(invitation)}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                <Trans
                  text="Invited by {name}; expires {time}"
                  name={invitation.invited_by.name}
                  time={<RelativeTime at={invitation.expires_at} />}
                />
              </Text>
            </div>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => resend.mutate(invitation)}>
                {t('Resend')}
              </Button>
              <Button size="xs" variant="default" onClick={() => copy.mutate(invitation)}>
                {t('Copy link')}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                color="red"
                onClick={() => revoke.mutate(invitation.id)}
              >
                {t('Revoke')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

const resentMessage = (canSend: boolean, email: string): string =>
  canSend
    ? t('A new invitation link is being sent to {email}.', { email })
    : t('Invitation for {email} saved. It will be sent when email is set up.', { email })

interface Link {
  email: string
  url: string
}

const showLink = (link: Link) =>
  openDialog({ title: t('Invitation link') }, (close) => <InvitationLink {...link} close={close} />)

/**
 * A dialog with a link to an invitation that the admin can share without email. The link is newer than the
 * invitation email, and the link in that email no longer works.
 */
function InvitationLink({ email, url, close }: Link & { close: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        {t('This link replaces the one sent to {email} before.', { email })}{' '}
        {t('You can also share this link yourself. Anyone who has it can join as {email}.', {
          email,
        })}
      </Text>
      <TextInput
        label={t('Invitation link')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyIconButton value={url} label={t('Copy invitation link')} />}
      />
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
