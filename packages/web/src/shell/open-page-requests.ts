import { toastError } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/common.ts'

/** Loads the list of API requests and opens it. */
export const openPageRequests = (): void =>
  void import('#web/pages/developers/page-requests.tsx').then(
    (page) => page.openPageRequests(t('API requests of this page')),
    toastError,
  )
