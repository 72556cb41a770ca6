import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { InvitationResult } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Form } from '#web/components/forms/form.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/settings.ts'
import { useCanSendEmail } from '#web/session.ts'
import { parseInvitees } from './parse-invitees.ts'
import { RoleField } from './role-field.tsx'

/** A form that invites one or several people with one role. */
export function InviteForm({ close }: { close: () => void }) {
  const [results, setResults] = useState<readonly InvitationResult[]>()
  if (results !== undefined) return <InviteResults results={results} close={close} />
  return (
    <Form
      initial={{ people: '', role: 'sender' }}
      onSubmit={({ people, role }) =>
        api.post('/invitations/bulk', { people: parseInvitees(people), role })
      }
      onDone={({ data }) => setResults(data)}
      submitLabel={t('Send invitations')}
      onCancel={close}
    >
      {(form) => (
        <Stack>
          <Textarea
            label={t('Email addresses')}
            description={t('One or a list, as from a spreadsheet: names are optional.')}
            placeholder="Ada Lovelace <ada@example.com>"
            autosize
            minRows={3}
            maxRows={10}
            data-autofocus
            {...form.getInputProps('people')}
          />
          <Text size="sm" c="dimmed" role="status">
            {countPeople(form.values.people)}
          </Text>
          <RoleField {...form.getInputProps('role')} />
        </Stack>
      )}
    </Form>
  )
}

const countPeople = (text: string): string =>
  t('{count} people', { count: parseInvitees(text).length })

function InviteResults({
  results,
  close,
}: {
  results: readonly InvitationResult[]
  close: () => void
}) {
  const canSend = useCanSendEmail()
  const links = results.flatMap(({ invitation }) =>
    invitation === null ? [] : [`${invitation.email} ${invitation.url}`],
  )
  const copy = useAction(
    () => navigator.clipboard.writeText(links.join('\n')),
    () => toast(t('Links copied.')),
  )
  return (
    <Stack>
      <Text>
        {canSend
          ? t('{count} invitations sent.', { count: links.length })
          : t('Email is not set up. Give these links to the people yourself.')}
      </Text>
      <DetailTable
        label={t('Invitations')}
        rows={results}
        rowKey={({ email }) => email}
        columns={[
          { header: t('Email'), cell: ({ email }) => email, isWide: true },
          { header: t('Result'), cell: ({ problem }) => problem ?? t('invited'), isWide: true },
        ]}
        actions={({ invitation }) =>
          invitation !== null && (
            <CopyIconButton
              value={invitation.url}
              label={t('Copy the link of {email}', { email: invitation.email })}
            />
          )
        }
      />
      <Group justify="flex-end">
        {links.length > 1 && (
          <Button variant="default" onClick={() => copy.mutate()}>
            {t('Copy all links')}
          </Button>
        )}
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
