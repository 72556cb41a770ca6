import type { BulkAction } from '#web/admin-api.ts'
import type { Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/gifts.ts'

/** The actions that a user can do with many gifts at once. */
export type BulkActionInput =
  | { kind: 'remind' | 'send_again' | 'cancel' }
  | { kind: 'extend'; days: number }

/** Returns the name of an action, such as 'Reminders'. */
export function describeAction({ kind, days }: Pick<BulkAction, 'kind' | 'days'>): string {
  switch (kind) {
    case 'remind':
      return t('Reminders')
    case 'extend':
      return t('Extension by {days} days', { days: days ?? 0 })
    case 'send_again':
      return t('Gifts sent again')
    case 'cancel':
      return t('Cancellation')
    case 'restore_expiry':
      return t('Undo of an extension')
  }
}

/** Describes the result of an action, such as 'Reminders: 3 of 5 gifts'. */
export const describeEnd = (action: Pick<BulkAction, 'kind' | 'days' | 'done' | 'gifts'>): string =>
  t('{label}: {done} of {all} gifts', {
    ...{ label: describeAction(action), done: action.done, all: action.gifts },
  })

/** The name and the tone of each state of a bulk action. */
export const actionStates: Readonly<Record<BulkAction['state'], readonly [string, Tone]>> = {
  running: [t('Running'), 'move'],
  stopped: [t('Stopped'), 'end'],
  finished: [t('Finished|action'), 'good'],
}
