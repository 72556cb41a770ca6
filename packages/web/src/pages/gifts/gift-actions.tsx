import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAt,
  IconBell,
  IconCalendarPlus,
  IconHome,
  IconRefresh,
  IconRepeat,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { FixAddress } from './fix-address.tsx'
import type { Gift } from './gift.ts'
import { SendAgain } from './send-again.tsx'
import { toastGiftError, translateServerText } from './server-texts.ts'

/** The available actions. A collapsed section gives the reasons why other actions are unavailable. */
export const GiftActions = ({ gift }: { gift: Gift }) =>
  usePermission('gift_requests:write') && <AvailableActions gift={gift} />

function AvailableActions({ gift }: { gift: Gift }) {
  const [openAction, setOpenAction] = useState<keyof Gift['actions']>()
  const close = () => setOpenAction(undefined)
  const { remind, retryLabel, cancel } = useGiftActions(gift)
  const actions: readonly GiftAction[] = [
    {
      name: 'send_again',
      label: t('Send again'),
      Icon: IconRepeat,
      run: () => setOpenAction('send_again'),
    },
    { name: 'remind', label: t('Send reminder'), Icon: IconBell, run: remind },
    {
      name: 'extend',
      label: t('Change expiry date'),
      Icon: IconCalendarPlus,
      run: () => setOpenAction('extend'),
    },
    {
      name: 'correct_email',
      label: t('Correct email address'),
      Icon: IconAt,
      run: () => setOpenAction('correct_email'),
    },
    {
      name: 'change_address',
      label: t('Correct shipping address'),
      Icon: IconHome,
      run: () => setOpenAction('fix_address'),
    },
    {
      name: 'cancel',
      label: t('Cancel…|gift'),
      question: t('Cancel it'),
      Icon: IconX,
      run: cancel,
    },
  ]
  const available = actions.filter(({ name }) => gift.actions[name] === null)
  const correctAction = (['change_address', 'correct_email'] as const).find(
    (name) => gift.actions[name] === null,
  )
  const unavailable = actions.filter(({ name }) => gift.actions[name] !== null)
  return (
    <Panel title={t('Actions')}>
      <Stack gap="xs">
        {gift.state === 'shipping_error' && (
          <Button
            fullWidth
            justify="flex-start"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={retryLabel}
          >
            {t('Retry with the same address')}
          </Button>
        )}
        {available.map(({ name, label, Icon, run }) => (
          <Button
            key={name}
            fullWidth
            justify="flex-start"
            variant={name === 'send_again' ? 'filled' : 'default'}
            leftSection={<Icon size={16} />}
            onClick={run}
            {...(name === correctAction && { 'data-shortcut': 'e' })}
          >
            {label}
          </Button>
        ))}
        {available.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('No actions available.')}
          </Text>
        )}
        {unavailable.length > 0 && (
          <details className="why-not">
            <summary>{t('Why can’t I…')}</summary>
            <dl>
              {unavailable.map(({ name, label, question = label }) => (
                <div key={name}>
                  <dt>{question}</dt>
                  <dd>{translateServerText(gift.actions[name] ?? '')}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </Stack>
      <Modal opened={openAction === 'send_again'} onClose={close} title={t('Send again')} size="lg">
        <SendAgain gift={gift} close={close} />
      </Modal>
      <Modal opened={openAction === 'extend'} onClose={close} title={t('Change expiry date')}>
        <ExtendForm gift={gift} close={close} />
      </Modal>
      <Modal
        opened={openAction === 'correct_email'}
        onClose={close}
        title={t('Correct email address')}
      >
        <CorrectEmailForm gift={gift} close={close} />
      </Modal>
      <Modal
        opened={openAction === 'fix_address'}
        onClose={close}
        title={t('Correct shipping address')}
      >
        <FixAddress gift={gift} close={close} />
      </Modal>
    </Panel>
  )
}

interface GiftAction {
  name: keyof Gift['actions']
  label: string
  /** The label after “Why can’t I…”, if it differs from the normal label. */
  question?: string
  Icon: ComponentType<{ size: number }>
  run: () => void
}

function useGiftActions(gift: Gift) {
  const path = `/gift_requests/${gift.id}` as const
  const remind = useMutation({
    mutationFn: () => api.post(`${path}/remind`),
    onSuccess: async () => {
      toast(t('A reminder is being sent to {email}.', { email: gift.recipient.email }))
    },
    onError: toastGiftError,
  })
  const retryLabel = useMutation({
    mutationFn: () => api.post(`/gift-requests/${gift.id}/retry-label`),
    onSuccess: async () => {
      toast(t('A new label is being bought.'))
    },
    onError: toastGiftError,
  })
  const cancel = () =>
    confirm({
      title: t('Cancel {reference}?', { reference: gift.reference }),
      children:
        gift.recipient.name === ''
          ? t(
              'The recipient can no longer redeem it, and any order is cancelled. This can’t be undone.',
            )
          : t('{name} can no longer redeem it, and any order is cancelled. This can’t be undone.', {
              name: gift.recipient.name,
            }),
      confirmLabel: t('Cancel gift'),
      onConfirm: async () => {
        await api.post(`${path}/cancel`)
        toast(t('{reference} was cancelled.', { reference: gift.reference }))
      },
    })
  return { remind: () => remind.mutate(), retryLabel: () => retryLabel.mutate(), cancel }
}

function ExtendForm({ gift, close }: { gift: Gift; close: () => void }) {
  const path = `/gift_requests/${gift.id}/extend` as const
  const setExpiry = async (expires_at: string) => {
    await api.post(path, { expires_at })
  }
  return (
    <Form
      initial={{ expires_at: gift.expires_at.slice(0, 10) }}
      onSubmit={({ expires_at }) => setExpiry(`${expires_at}${gift.expires_at.slice(10)}`)}
      onDone={() => {
        close()
        toastUndo(t('Expiry date changed.'), () => {
          void setExpiry(gift.expires_at).catch(toastGiftError)
        })
      }}
      submitLabel={t('Change')}
      onCancel={close}
    >
      {(form) => (
        <TextInput
          type="date"
          label={t('Last day')}
          description={t('Reminders are rescheduled automatically.')}
          data-autofocus
          {...form.getInputProps('expires_at')}
        />
      )}
    </Form>
  )
}

function CorrectEmailForm({ gift, close }: { gift: Gift; close: () => void }) {
  return (
    <Form
      initial={{ email: gift.recipient.email }}
      onSubmit={(values) => api.post(`/gift_requests/${gift.id}/correct_email`, values)}
      onDone={(_, { email }) => {
        close()
        toast(t('The email is being sent to {email}.', { email }))
      }}
      submitLabel={t('Save and send')}
      onCancel={close}
    >
      {(form) => (
        <TextInput
          type="email"
          label={t('Email address')}
          description={t(
            'We’ll resend the latest email to the new address. The link stays the same.',
          )}
          data-autofocus
          {...form.getInputProps('email')}
        />
      )}
    </Form>
  )
}
