import { Suspense } from 'react'
import type { ExpiringCertificate } from '#web/admin-api.ts'
import { BoxSkeleton } from '#web/components/feedback/status-views.tsx'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { t } from '#web/i18n/overview.ts'

const CertificateCard = lazyPart(() =>
  import('./expiring-certificates.tsx').then((m) => m.CertificateCard),
)

/** The card of a certificate. Its code loads on demand, because few accounts have such certificates. */
export const CertificateAlert = ({ certificate }: { certificate: ExpiringCertificate }) => (
  <Suspense
    fallback={
      <li>
        <BoxSkeleton h={76} label={t('Loading')} />
      </li>
    }
  >
    <CertificateCard certificate={certificate} />
  </Suspense>
)
