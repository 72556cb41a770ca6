import { Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Gift } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/gifts.ts'
import { reloadGifts } from './bulk-actions.ts'

interface SendAgainProps {
  gift: Gift
  close: () => void
}

/** Sends the gift again as a new gift, and opens it. */
export function SendAgain({ gift, close }: SendAgainProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { recipient, message, is_direct } = gift
  return (
    <Form
      initial={{
        email: recipient.email,
        email_message: { subject: message.subject, body: message.body },
        expires_at: '',
      }}
      onSubmit={({ email, email_message, expires_at }) =>
        api.post(`/gift-requests/${gift.id}/send-again`, {
          ...(email !== recipient.email && { email }),
          ...(isChanged(email_message, message) && { email_message }),
          ...(expires_at !== '' && { expires_at: `${expires_at}T23:59:59.000Z` }),
        })
      }
      onDone={(sent) => {
        close()
        toast(t('Sent again as {reference}.', { reference: sent.reference }))
        void reloadGifts(client)
        void navigate({ to: `/gift-requests/${sent.id}` })
      }}
      submitLabel={t('Send again')}
      onCancel={close}
    >
      {(form) => (
        <>
          <Text size="sm">
            {is_direct
              ? t(
                  '{name} gets a new gift with its own reference. The old link opens the new gift.',
                  { name: recipient.name },
                )
              : t(
                  '{name} gets a new gift with its own reference. The old link opens the new gift, with the items that are available now.',
                  { name: recipient.name },
                )}
          </Text>
          <TextInput
            type="email"
            label={t('Email address')}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('Subject')}
            maxLength={255}
            {...form.getInputProps('email_message.subject')}
          />
          <Textarea
            label={t('Message')}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={10_000}
            {...form.getInputProps('email_message.body')}
          />
          {!is_direct && (
            <TextInput
              type="date"
              label={t('Last day (optional)')}
              description={t('Without a date, the gift expires as the campaign says.')}
              {...form.getInputProps('expires_at')}
            />
          )}
        </>
      )}
    </Form>
  )
}

const isChanged = (one: Gift['message'], other: Gift['message']): boolean =>
  one.subject !== other.subject || one.body !== other.body
