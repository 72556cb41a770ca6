import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '#web/api.ts'

const closeButtonProps = { 'aria-label': 'Close' }

export const toast = (message: string) =>
  notifications.show({ message, color: 'plum', closeButtonProps })

/** Shows the error of an action without a form, with its request id. */
export function toastError(error: Error): void {
  const id = error instanceof ApiError ? error.requestId : undefined
  notifications.show({
    color: 'red',
    title: error.message,
    message: id === undefined ? '' : `Request id ${id}`,
    autoClose: 10_000,
    closeButtonProps,
  })
}

/** Confirms a reversible action and offers undo for eight seconds. */
export function toastUndo(message: string, undo: () => void): void {
  const id = `undo ${crypto.randomUUID()}`
  notifications.show({
    id,
    color: 'plum',
    autoClose: 8_000,
    closeButtonProps,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
