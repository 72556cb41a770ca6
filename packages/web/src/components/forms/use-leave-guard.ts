import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/i18n/common.ts'

/** Asks the user to confirm before leaving a page with unsaved changes, also before closing the tab. */
export function useLeaveGuard(isDirty: boolean, isDone: () => boolean = () => false): void {
  useBlocker({
    shouldBlockFn: async () => !isDone() && !(await confirmLeave()),
    enableBeforeUnload: () => isDirty && !isDone(),
    disabled: !isDirty,
  })
}

let waiting: Promise<boolean> | undefined

/**
 * Asks whether the user leaves the page, and returns the answer. While the dialog is open, it answers every
 * attempt to leave. The code of the dialog loads with the first attempt. Without a connection the code cannot
 * load, and the user stays on the page.
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
