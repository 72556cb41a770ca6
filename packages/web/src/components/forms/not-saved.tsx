import { Alert } from '@mantine/core'
import { t } from '#web/i18n/common.ts'

export const NotSaved = () => (
  <Alert color="red" variant="light" title={t('Not saved')} role="alert" />
)
