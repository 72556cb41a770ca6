import { t } from '#web/i18n/common.ts'

export const stageNames = {
  staging: t('staging'),
  production: t('production'),
} as const
