import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Trans, t } from '#web/i18n/common.ts'
import { closeModal, openModal } from './modals.ts'

interface ConfirmOptions {
  title: string
  /** The consequence of the action, in plain words. */
  children: ReactNode
  /** The label of the confirm button. The label is a verb. */
  confirmLabel: string
  /** A text that the user must type to confirm an irreversible action. */
  typeToConfirm?: string
  /** Whether the action destroys nothing. The confirm button is then not red. */
  isSafe?: boolean
  onConfirm: () => Promise<unknown>
  /** The label of the button that cancels. */
  cancelLabel?: string
  /** Runs when the dialog closes, also after `onConfirm`. */
  onClose?: () => void
}

/**
 * Asks the user to confirm an irreversible action. A reversible action needs no confirmation: it runs at once
 * and offers `toastUndo`.
 */
export function confirm(options: ConfirmOptions): void {
  const id = openModal({
    title: options.title,
    children: <ConfirmDialog {...options} close={() => closeModal(id)} />,
    ...(options.onClose && { onClose: options.onClose }),
  })
}

function ConfirmDialog({
  children,
  confirmLabel,
  typeToConfirm,
  isSafe = false,
  cancelLabel = t('Go back'),
  onConfirm,
  close,
}: ConfirmOptions & { close: () => void }) {
  const [typed, setTyped] = useState('')
  const action = useAction(onConfirm, close)
  const canConfirm = typeToConfirm === undefined || typed.trim() === typeToConfirm
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canConfirm && !action.isPending) action.mutate()
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typeToConfirm !== undefined && (
          <TextInput
            label={<Trans text="Type {word} to confirm" word={<b>{typeToConfirm}</b>} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            {...(!isSafe && { color: 'red.8' })}
            loading={action.isPending}
            disabled={!canConfirm}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
