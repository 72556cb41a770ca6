import { IconCertificate } from '@tabler/icons-react'
import type { ExpiringCertificate } from '#web/admin-api.ts'
import { endpointName } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/overview.ts'
import { getExpiry } from '#web/pages/developers/certificate-expiry.ts'
import { AlertCard } from './alert-card.tsx'

/** A card for each webhook endpoint with a certificate that expires soon or has expired. */
export const ExpiringCertificates = ({
  certificates,
}: {
  certificates: readonly ExpiringCertificate[]
}) =>
  certificates.map((each) => {
    const isExpired = getExpiry(each.expires_at) === 'expired'
    return (
      <AlertCard
        key={each.endpoint_id}
        icon={IconCertificate}
        title={describeExpiry(each, isExpired)}
        about={
          <Trans
            text={
              isExpired
                ? 'It expired {time}. Upload a newer one, so that deliveries do not fail.'
                : 'It expires {time}. Upload a newer one, so that deliveries do not fail.'
            }
            time={<RelativeTime at={each.expires_at} />}
          />
        }
        to={`/developers/webhooks/${each.endpoint_id}`}
        isUrgent={isExpired}
      />
    )
  })

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
