import { t } from '#web/i18n/developers.ts'

export const stageNames = {
  staging: t('staging'),
  production: t('production'),
} as const
