import { IconCertificate } from '@tabler/icons-react'
import type { ExpiringCertificate } from '#web/admin-api.ts'
import { endpointName } from '#web/components/endpoint-name.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { t } from '#web/i18n/overview.ts'
import { certificateNames, getExpiry } from '#web/pages/developers/certificate-expiry.ts'
import { AlertCard } from './alert-card.tsx'

/** A card for each webhook endpoint with a certificate that expires soon or has expired. */
export const ExpiringCertificates = ({
  certificates,
}: {
  certificates: readonly ExpiringCertificate[]
}) =>
  certificates.map((each) => {
    const isExpired = getExpiry(each.expires_at) === 'expired'
    const name = t('The {value} of “{each}”', {
      value: certificateNames[each.certificate],
      each: endpointName(each),
    })
    return (
      <AlertCard
        key={each.endpoint_id}
        icon={IconCertificate}
        title={`${name} ${isExpired ? 'has expired' : 'expires soon'}`}
        about={
          <>
            {isExpired ? t('It expired ') : t('It expires ')}
            <RelativeTime at={each.expires_at} />. Upload a newer one, so that deliveries do not
            fail.
          </>
        }
        to={`/developers/webhooks/${each.endpoint_id}`}
        isUrgent={isExpired}
      />
    )
  })
