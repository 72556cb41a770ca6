import { toastError } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/common.ts'

/** Loads and opens the list of API requests. */
export const openPageRequests = (): void =>
  void import('#web/pages/developers/page-requests.tsx').then(
    (page) => page.openPageRequests(t('API requests of this page')),
    toastError,
  )
