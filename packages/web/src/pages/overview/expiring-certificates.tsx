import { IconCertificate } from '@tabler/icons-react'
import type { ExpiringCertificate } from '#web/admin-api.ts'
import { endpointName } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/overview.ts'
import { getExpiry } from '#web/pages/developers/certificate-expiry.ts'
import { AlertCard } from './alert-card.tsx'

/** A card for a webhook endpoint with a certificate that expires soon or has expired. */
export function CertificateCard({ certificate }: { certificate: ExpiringCertificate }) {
  const { endpoint_id, expires_at } = certificate
  const isExpired = getExpiry(expires_at) === 'expired'
  return (
    <AlertCard
      icon={IconCertificate}
      title={describeExpiry(certificate, isExpired)}
      about={
        <Trans
          text={
            isExpired
              ? 'It expired {time}. Upload a newer one, so that deliveries do not fail.'
              : 'It expires {time}. Upload a newer one, so that deliveries do not fail.'
          }
          time={<RelativeTime at={expires_at} />}
        />
      }
      to={`/developers/webhooks/${endpoint_id}`}
      isUrgent={isExpired}
    />
  )
}

function describeExpiry(certificate: ExpiringCertificate, isExpired: boolean): string {
  const endpoint = endpointName(certificate)
  if (certificate.certificate === 'ca')
    return t(
      isExpired
        ? 'The certificate authority of “{endpoint}” has expired'
        : 'The certificate authority of “{endpoint}” expires soon',
      { endpoint },
    )
  return t(
    isExpired
      ? 'The client certificate of “{endpoint}” has expired'
      : 'The client certificate of “{endpoint}” expires soon',
    { endpoint },
  )
}
