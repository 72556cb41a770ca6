import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconAt, IconBell, IconCalendarPlus, IconHome, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { api } from '#web/api.ts'
import { confirm } from '#web/blocks/confirm.tsx'
import { Form } from '#web/blocks/form.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { toast, toastError, toastUndo } from '#web/blocks/toast.tsx'
import { reloadGifts } from './bulk-run.ts'
import type { ActionName, Gift } from './detail.ts'
import { FixAddress } from './fix-address.tsx'

/** What can be done now; and of what cannot, why. */
export function Actions({ gift }: { gift: Gift }) {
  const [open, setOpen] = useState<ActionName>()
  const close = () => setOpen(undefined)
  const { remind, cancel } = useActions(gift)
  const action = (
    name: ActionName,
    label: string,
    Icon: ComponentType<{ size: number }>,
    run: () => void,
  ) => <Action key={name} label={label} why={gift.actions[name]} Icon={Icon} run={run} />
  return (
    <Panel title="Actions">
      <Stack gap="xs">
        {action('remind', 'Remind the recipient', IconBell, remind)}
        {action('extend', 'Change when it expires', IconCalendarPlus, () => setOpen('extend'))}
        {action('correct_email', 'Correct the e-mail address', IconAt, () =>
          setOpen('correct_email'),
        )}
        {action('fix_address', 'Correct the shipping address', IconHome, () =>
          setOpen('fix_address'),
        )}
        {action('cancel', 'Cancel …', IconX, cancel)}
      </Stack>
      <Modal opened={open === 'extend'} onClose={close} title="When does it expire?">
        <Extend gift={gift} close={close} />
      </Modal>
      <Modal opened={open === 'correct_email'} onClose={close} title="Correct the e-mail address">
        <CorrectEmail gift={gift} close={close} />
      </Modal>
      <Modal opened={open === 'fix_address'} onClose={close} title="Correct the shipping address">
        <FixAddress gift={gift} close={close} />
      </Modal>
    </Panel>
  )
}

interface ActionProps {
  label: string
  why: string | null
  Icon: ComponentType<{ size: number }>
  run: () => void
}

const Action = ({ label, why, Icon, run }: ActionProps) => (
  <div>
    <Button
      fullWidth
      justify="flex-start"
      variant="default"
      leftSection={<Icon size={16} />}
      disabled={why !== null}
      onClick={run}
    >
      {label}
    </Button>
    {why !== null && (
      <Text size="xs" c="dimmed" mt={2} ml={2}>
        {why}
      </Text>
    )}
  </div>
)

function useActions(gift: Gift) {
  const client = useQueryClient()
  const path = `/gift-requests/${gift.id}`
  const remind = useMutation({
    mutationFn: () => api.post(`${path}/remind`),
    onSuccess: async () => {
      toast(`A reminder is on its way to ${gift.recipient.email}.`)
      await reloadGifts(client)
    },
    onError: toastError,
  })
  const cancel = () =>
    confirm({
      title: `Cancel ${gift.reference}?`,
      children: `${gift.recipient.name || 'The recipient'} can no longer redeem it, and an order is called off. This cannot be taken back.`,
      verb: 'Cancel the gift',
      run: async () => {
        await api.post(`${path}/cancel`)
        toast(`${gift.reference} is cancelled.`)
        await reloadGifts(client)
      },
    })
  return { remind: () => remind.mutate(), cancel }
}

function Extend({ gift, close }: { gift: Gift; close: () => void }) {
  const client = useQueryClient()
  const path = `/gift-requests/${gift.id}/expire-at`
  const set = async (expires_at: string) => {
    await api.post(path, { expires_at })
    await reloadGifts(client)
  }
  return (
    <Form
      initial={{ expires_at: gift.expires_at.slice(0, 10) }}
      send={({ expires_at }) => set(`${expires_at}${gift.expires_at.slice(10)}`)}
      onDone={() => {
        close()
        toastUndo('It expires at another day now.', () => {
          void set(gift.expires_at).catch(toastError)
        })
      }}
      verb="Change"
      cancel={close}
    >
      {(form) => (
        <TextInput
          type="date"
          label="Last day"
          description="Reminders follow by themselves."
          data-autofocus
          {...form.getInputProps('expires_at')}
        />
      )}
    </Form>
  )
}

function CorrectEmail({ gift, close }: { gift: Gift; close: () => void }) {
  const client = useQueryClient()
  return (
    <Form
      initial={{ email: gift.recipient.email }}
      send={(values) => api.post(`/gift-requests/${gift.id}/correct-email`, values)}
      onDone={(_, { email }) => {
        close()
        toast(`The mail is on its way to ${email}.`)
        void reloadGifts(client)
      }}
      verb="Correct and send"
      cancel={close}
    >
      {(form) => (
        <TextInput
          type="email"
          label="E-mail address"
          description="What the recipient has to know goes there once more. The link stays the same."
          data-autofocus
          {...form.getInputProps('email')}
        />
      )}
    </Form>
  )
}
