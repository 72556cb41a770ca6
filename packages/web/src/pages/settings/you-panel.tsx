import { Badge, Button, Code, Group, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInMethods } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmailAddress } from '#web/components/email-address.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/own-password-input.tsx'
import { DescriptionList, Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { roleNames } from '#web/components/role-names.ts'
import { toast } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { Trans, t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'

type EmailChange = SignInMethods['email_change']

/** Name, email address and role of the signed-in user. */
export function YouPanel({ change }: { change: EmailChange }) {
  const me = useMe()
  return (
    <Panel
      title={t('You')}
      action={
        <Group gap="xs">
          <ChangeNameButton name={me.name} />
          <ChangeEmailButton />
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
              {roleNames[me.role]}
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
  const client = useQueryClient()
  const cancel = useAction(
    () => api.delete('/security/email'),
    () => client.invalidateQueries({ queryKey: ['security'] }),
  )
  return (
    <Group mt="md" gap="sm">
      <Notice tone="info" title={t('Confirm {email}', { email: change.email })}>
        <Trans
          text="Open the link in the email that we sent there. It expires {time}."
          time={<RelativeTime at={change.expires_at} />}
        />
      </Notice>
      <Button variant="default" size="xs" onClick={() => cancel.mutate(undefined)}>
        {t('Keep {email}', { email: useMe().email })}
      </Button>
    </Group>
  )
}

function ChangeNameButton({ name }: { name: string }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Change name')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('Change your name')}>
        <Form
          initial={{ name }}
          onSubmit={(values) => api.put('/security/name', values)}
          onDone={() => {
            close()
            toast(t('Name changed.'))
            void client.invalidateQueries({ queryKey: ['session'] })
          }}
          submitLabel={t('Change name')}
          onCancel={close}
        >
          {(form) => (
            <TextInput
              label={t('Name')}
              description={t('Recipients see it as the sender of your gifts.')}
              autoComplete="name"
              maxLength={255}
              data-autofocus
              {...form.getInputProps('name')}
            />
          )}
        </Form>
      </Modal>
    </>
  )
}

function ChangeEmailButton() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Change email address')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('Change your email address')}>
        <Form
          initial={{ email: '', password: '' }}
          onSubmit={({ email, password }) =>
            api.post('/security/email', { email, ...toPassword(password) })
          }
          onDone={({ email }) => {
            close()
            toast(t('Link sent to {email}.', { email }))
            void client.invalidateQueries({ queryKey: ['security'] })
          }}
          submitLabel={t('Send link')}
          onCancel={close}
        >
          {(form) => (
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
          )}
        </Form>
      </Modal>
    </>
  )
}
