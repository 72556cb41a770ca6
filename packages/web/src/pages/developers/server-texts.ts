import { toastErrorAs } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/developers.ts'

/*
 * The reasons why a tool of staging fails, from src/http/admin/staging/routes.ts and
 * src/http/api/test-helpers.ts. The API has these texts in English only.
 */

// biome-ignore format: one text in a line
const serverTexts: Readonly<Record<string, string>> = {
  'would put the clock more than ten years ahead of the real one': t('The clock can be at most ten years ahead of the real time.'),
  'No campaign invites recipients by email. Create one first: sample gifts need it.': t('No campaign invites recipients by email. Create one first: sample gifts need it.'),
}

/** Shows the error of a tool of staging. */
export const toastStagingError = (error: Error): void =>
  toastErrorAs(serverTexts[error.message] ?? error.message, error)
