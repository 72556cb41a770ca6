import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/i18n/common.ts'

/** Asks for confirmation before a page with unsaved changes is left, also when the tab is closed. */
export function useLeaveGuard(isDirty: boolean, isDone: () => boolean = () => false): void {
  useBlocker({
    shouldBlockFn: async () => !isDone() && !(await confirmLeave()),
    enableBeforeUnload: () => isDirty && !isDone(),
    disabled: !isDirty,
  })
}

let waiting: Promise<boolean> | undefined

/**
 * Whether the user leaves the page. One dialog serves every attempt to leave while it is open. Its code loads with the first
 * one, and without a connection the user stays.
 */
function confirmLeave(): Promise<boolean> {
  waiting ??= import('#web/components/dialogs/confirm.tsx')
    .then(({ confirm }) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      confirm({
        title: t('Leave without saving?'),
        children: t('What you entered on this page is not saved.'),
        confirmLabel: t('Leave'),
        cancelLabel: t('Stay on this page'),
        onConfirm: async () => resolve(true),
        onClose: () => resolve(false),
      })
      return promise
    })
    .catch(() => false)
    .finally(() => {
      waiting = undefined
    })
  return waiting
}
