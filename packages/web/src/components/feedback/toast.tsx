import { Button, Group, Text } from '@mantine/core'
import type { notifications } from '@mantine/notifications'
import { ApiError } from '#web/api.ts'
import { createOnDemand } from '#web/components/layout/on-demand.tsx'
import { t } from '#web/i18n/common.ts'

const load = () => import('./toasts.tsx')

/** The part of the app that shows toasts. The app renders it once. */
export const toastsPart = createOnDemand(() => load().then((m) => m.Toasts))

function show(notification: Parameters<typeof notifications.show>[0]): void {
  toastsPart.request()
  whenLoaded((store) => store.show(notification))
}

function whenLoaded(run: (store: typeof notifications) => void): void {
  void load().then(
    (m) => run(m.notifications),
    () => {},
  ) // `toastsPart` reports this failure
}

const closeButtonProps = { 'aria-label': t('Close') }

export const toast = (message: string) => show({ message, color: 'plum', closeButtonProps })

/** Shows the error of an action without a form. The toast contains the request id. */
export const toastError = (error: Error): void => toastErrorAs(error.message, error)

/** Shows an error with another text than its message. */
export function toastErrorAs(title: string, error: Error): void {
  const id = error instanceof ApiError ? error.requestId : undefined
  show({
    color: 'red',
    title,
    message: id === undefined ? '' : t('Request ID {id}', { id }),
    autoClose: 10_000,
    closeButtonProps,
  })
}

/**
 * Confirms a reversible action and offers to undo it for eight seconds. If the promise of `undo` rejects, the
 * function shows its error.
 */
export function toastUndo(message: string, undo: () => unknown): void {
  const id = `undo ${crypto.randomUUID()}`
  show({
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
          style={{ flex: 'none' }}
          onClick={() => {
            whenLoaded((store) => store.hide(id))
            void Promise.resolve(undo()).catch(toastError)
          }}
        >
          {t('Undo')}
        </Button>
      </Group>
    ),
  })
}
