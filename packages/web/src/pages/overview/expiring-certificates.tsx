import { Text, UnstyledButton } from '@mantine/core'
import { IconCertificate, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ExpiringCertificate } from '#web/admin-api.ts'
import { endpointName } from '#web/components/endpoint-name.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { certificateNames, getExpiry } from '#web/pages/developers/certificate-expiry.ts'

/** A card for each webhook endpoint with a certificate that expires soon or has expired. */
export const ExpiringCertificates = ({
  certificates,
}: {
  certificates: readonly ExpiringCertificate[]
}) =>
  certificates.map((each) => {
    const isExpired = getExpiry(each.expires_at) === 'expired'
    return (
      <li key={each.endpoint_id}>
        <UnstyledButton
          className="panel matter"
          {...(isExpired && { 'data-bad': true })}
          renderRoot={(props) => (
            <Link to={`/developers/webhooks/${each.endpoint_id}`} {...props} />
          )}
        >
          <IconCertificate size={22} aria-hidden />
          <span>
            <b>
              The {certificateNames[each.certificate]} of “{endpointName(each)}”{' '}
              {isExpired ? 'has expired' : 'expires soon'}
            </b>
            <Text span size="sm" c="dimmed" display="block">
              {isExpired ? 'It expired ' : 'It expires '}
              <RelativeTime at={each.expires_at} />. Upload a newer one, so that deliveries do not
              fail.
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </UnstyledButton>
      </li>
    )
  })
