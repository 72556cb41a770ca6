import { t } from '#web/i18n/developers.ts'

const daySeconds = 86_400

/**
 * The options for how long an old secret stays valid together with the new secret: not at all, or up to seven
 * days.
 */
export const overlapOptions = [
  { value: '0', label: t('none: only the new secret') },
  { value: String(daySeconds / 24), label: t('{count} hours', { count: 1 }) },
  ...[1, 2, 3, 4, 5, 6, 7].map((days) => ({
    value: String(days * daySeconds),
    label: t('{count} days', { count: days }),
  })),
]
