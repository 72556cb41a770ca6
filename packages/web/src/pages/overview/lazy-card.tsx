import { type ReactNode, Suspense } from 'react'
import { BoxSkeleton } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/overview.ts'

/** A card whose code loads on demand. Until then, its place is taken. */
export const LazyCard = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <li>
        <BoxSkeleton h={76} label={t('Loading')} />
      </li>
    }
  >
    {children}
  </Suspense>
)
