import { t } from '#web/i18n/settings.ts'

export const tierNames = { enterprise: t('Enterprise'), on_demand: t('On demand') } as const
