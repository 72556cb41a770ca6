import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/i18n/common.ts'

/** Asks for confirmation before a page with unsaved changes is left, also when the tab is closed. */
export function useLeaveGuard(isDirty: boolean, isDone: () => boolean = () => false): void {
  useBlocker({
    shouldBlockFn: () => !isDone() && !window.confirm(t('Leave without saving?')),
    enableBeforeUnload: () => isDirty && !isDone(),
    disabled: !isDirty,
  })
}
