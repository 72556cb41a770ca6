import { useRouterState } from '@tanstack/react-router'
import { t } from '#web/i18n/common.ts'

/** A thin bar at the top of the window while the next page is loading. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  if (!isLoading) return null
  return <div className="progress-bar" role="progressbar" aria-label={t('Loading the page')} />
}
