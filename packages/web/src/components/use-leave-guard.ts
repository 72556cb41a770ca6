import { useBlocker } from '@tanstack/react-router'

/** Asks before a page is left with changes that are not saved; also when the tab is closed. */
export function useLeaveGuard(isDirty: boolean, isDone: () => boolean = () => false): void {
  useBlocker({
    shouldBlockFn: () => !isDone() && !window.confirm('Leave without saving?'),
    enableBeforeUnload: () => isDirty && !isDone(),
    disabled: !isDirty,
  })
}
