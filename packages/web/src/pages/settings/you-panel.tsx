import { Badge, Button, Code, Group, TextInput } from '@mantine/core'
import type { SignInMethods } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { EmailAddress } from '#web/components/formats/email-address.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { OwnPasswordInput, toPassword } from '#web/components/forms/own-password-input.tsx'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'

type EmailChange = SignInMethods['email_change']

/** A panel with the name, the email address and the role of the signed-in user. */
export function YouPanel({ change }: { change: EmailChange }) {
  const me = useMe()
  return (
    <Panel
      title={t('You')}
      action={
        <Group gap="xs">
          <Button variant="default" onClick={() => changeName(me.name)}>
            {t('Change name')}
          </Button>
          <Button variant="default" onClick={changeEmail}>
            {t('Change email address')}
          </Button>
        </Group>
      }
    >
      <DescriptionList
        rows={[
          [t('Name'), me.name],
          [t('Email'), <EmailAddress key="email" value={me.email} />],
          [
            t('Role'),
            <Badge key="role" variant="light">
              {describeRole(me)}
            </Badge>,
          ],
          [t('User ID'), <Code key="id">{me.id}</Code>],
        ]}
      />
      {change !== null && <PendingChange change={change} />}
    </Panel>
  )
}

function PendingChange({ change }: { change: NonNullable<EmailChange> }) {
  const cancel = useAction(() => api.delete('/security/email'))
  return (
    <Group mt="md" gap="sm">
      <Notice tone="info" title={t('Confirm {email}', { email: change.email })}>
        <Trans
          text="Open the link in the email that we sent there. It expires {time}."
          time={<RelativeTime at={change.expires_at} />}
        />
      </Notice>
      <Button variant="default" size="xs" onClick={() => cancel.mutate()}>
        {t('Keep {email}', { email: useMe().email })}
      </Button>
    </Group>
  )
}

const changeName = (name: string) =>
  openForm({
    title: t('Change your name'),
    initial: { name },
    onSubmit: (values) => api.put('/security/name', values),
    onDone: () => toast(t('Name changed.')),
    submitLabel: t('Change name'),
    children: (form) => (
      <TextInput
        label={t('Name')}
        description={t('Recipients see it as the sender of your gifts.')}
        autoComplete="name"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
    ),
  })

const changeEmail = () =>
  openForm({
    title: t('Change your email address'),
    initial: { email: '', password: '' },
    onSubmit: ({ email, password }) =>
      api.post('/security/email', { email, ...toPassword(password) }),
    onDone: ({ email }) => toast(t('Link sent to {email}.', { email })),
    submitLabel: t('Send link'),
    children: (form) => (
      <>
        <TextInput
          label={t('New email address')}
          description={t('You sign in with it once you have opened the link in the email.')}
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <OwnPasswordInput label={t('Current password')} {...form.getInputProps('password')} />
      </>
    ),
  })
