import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '#web/api.ts'

const closeButtonProps = { 'aria-label': 'Close' }

export const toast = (message: string) =>
  notifications.show({ message, color: 'plum', closeButtonProps })

/** For an action without a form of its own: what was refused, and the request's id. */
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

/** What can be taken back is done at once, and can be undone for eight seconds. */
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
