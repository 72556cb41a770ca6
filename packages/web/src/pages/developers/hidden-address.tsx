import { Alert } from '@mantine/core'
import { InlineLink } from '#web/components/link.tsx'
import { t } from '#web/i18n/developers.ts'

/** Explains why the shown body differs from the sent one, and where the address can be revealed. */
export const HiddenAddress = ({
  giftId,
  children,
}: {
  giftId: string | null
  children?: string
}) => (
  <Alert color="gray" variant="light" p="xs" title={t('The postal address is hidden')}>
    Endpoints receive it in full.{' '}
    {giftId === null ? (
      t('An admin can reveal it on the gift’s page after giving a reason.')
    ) : (
      <>
        To see it, give a reason on{' '}
        <InlineLink to={`/gift-requests/${giftId}`}>{t('the gift’s page')}</InlineLink>.
      </>
    )}{' '}
    {children}
  </Alert>
)
