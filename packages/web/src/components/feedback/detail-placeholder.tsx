import { type ReactNode, Suspense } from 'react'
import { ApiError } from '#web/api.ts'
import { useDocumentTitle } from '#web/components/layout/document-title.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { t } from '#web/i18n/common.ts'
import { useMe } from '#web/session.ts'
import { EmptyState, ErrorState, PageSkeleton } from './status-views.tsx'

const backLabels = {
  '/campaigns': t('Back to campaigns'),
  '/catalogue': t('Back to the catalogue'),
  '/contacts': t('Back to contacts'),
  '/developers/deliveries': t('Back to deliveries'),
  '/developers/events': t('Back to events'),
  '/developers/requests': t('Back to the request log'),
  '/developers/webhooks': t('Back to webhooks'),
  '/gift-requests': t('Back to gifts'),
  '/one-links': t('Back to one-links'),
  '/recipients': t('Back to recipients'),
  '/sends': t('Back to sends'),
} as const

interface DetailErrorProps {
  error: Error
  retry: () => void
  /** The name of the resource, such as 'Gift'. */
  noun: string
  /** The path of the list that contains the resource. */
  list: keyof typeof backLabels
}

const OtherAccount = lazyPart(
  () => import('./other-account.tsx').then((m) => m.OtherAccount),
  ({ children }: { path: string; children: ReactNode }) => children,
)

/**
 * A page that replaces the detail page of a resource which cannot be shown. A missing resource is not an
 * error, so the page links back to the list.
 */
function DetailError({ error, retry, noun, list }: DetailErrorProps) {
  const isMissing = error instanceof ApiError && error.status === 404
  useDocumentTitle(isMissing ? t('{noun} not found', { noun }) : undefined)
  const hasOtherAccounts = useMe().accounts.length > 1
  if (!isMissing) return <ErrorState error={error} retry={retry} />
  const notFound = (
    <EmptyState
      order={1}
      title={t('{noun} not found', { noun })}
      action={<PageLink to={list}>{backLabels[list]}</PageLink>}
    >
      {t(
        'It may have been removed or belong to another account, or the URL may be mistyped. Press Ctrl K to search for it.',
      )}
    </EmptyState>
  )
  if (!hasOtherAccounts || error.path === undefined) return notFound
  return (
    <Suspense fallback={<PageSkeleton />}>
      <OtherAccount path={error.path}>{notFound}</OtherAccount>
    </Suspense>
  )
}

/** A detail page without data. It shows a skeleton while the data loads, or the error. */
export const DetailPlaceholder = ({
  query: { error, refetch },
  ...rest
}: Omit<Parameters<typeof DetailError>[0], 'error' | 'retry'> & {
  query: { error: Error | null; refetch: () => unknown }
}) =>
  error === null ? (
    <PageSkeleton />
  ) : (
    <DetailError error={error} retry={() => void refetch()} {...rest} />
  )
