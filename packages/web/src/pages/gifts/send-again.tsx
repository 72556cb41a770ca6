import { Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

interface SendAgainProps {
  gift: Gift
  close: () => void
}

/** A form that sends the gift again as a new gift, and then opens the new gift. */
export function SendAgain({ gift, close }: SendAgainProps) {
  const navigate = useNavigate()
  const { recipient, email_message: message, is_direct } = gift
  return (
    <Form
      initial={{
        email: recipient.email,
        email_message: { subject: message.subject, body: message.body },
        expires_at: '',
      }}
      onSubmit={({ email, email_message, expires_at }) =>
        api.post(`/gift_requests/${gift.id}/send_again`, {
          ...(email !== recipient.email && { email }),
          ...(isChanged(email_message, message) && { email_message }),
          ...(expires_at !== '' && { expires_at: `${expires_at}T23:59:59.000Z` }),
        })
      }
      onDone={(sent) => {
        close()
        toast(t('Sent again as {reference}.', { reference: sent.gift_request.reference }))
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

const isChanged = (one: Gift['email_message'], other: Gift['email_message']): boolean =>
  one.subject !== other.subject || one.body !== other.body
