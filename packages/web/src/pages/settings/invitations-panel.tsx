import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { roleNames } from '#web/components/role-names.ts'
import { toast } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { Trans, t } from '#web/i18n/settings.ts'
import { useCanSendEmail } from '#web/session.ts'

/** Open invitations; nothing without any. */
export function InvitationsPanel({ reload }: { reload: () => Promise<void> }) {
  const canSend = useCanSendEmail()
  const [link, setLink] = useState<{ email: string; url: string }>()
  const { data } = useQuery({
    queryKey: ['list', '/invitations'],
    queryFn: () => api.get('/invitations'),
  })
  const resend = useAction(
    ({ id }: Invitation) => api.post(`/invitations/${id}/resend`),
    (_, { email }) => toast(resentMessage(canSend, email)),
  )
  const copy = useAction(({ id }: Invitation) => api.post(`/invitations/${id}/link`), setLink)
  const revoke = useAction((id: string) => api.delete(`/invitations/${id}`), reload)
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
                  {roleNames[invitation.role]}
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
      <Modal
        opened={link !== undefined}
        onClose={() => setLink(undefined)}
        title={t('Invitation link')}
      >
        {link !== undefined && <InvitationLink {...link} close={() => setLink(undefined)} />}
      </Modal>
    </Panel>
  )
}

const resentMessage = (canSend: boolean, email: string): string =>
  canSend
    ? t('A new invitation link is being sent to {email}.', { email })
    : t('Invitation for {email} saved. It will be sent when email is set up.', { email })

interface InvitationLinkProps {
  email: string
  url: string
  close: () => void
}

/** A link to share in another way. It is newer than the invitation email, whose link no longer works. */
function InvitationLink({ email, url, close }: InvitationLinkProps) {
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
