import { Alert } from '@mantine/core'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Trans, t } from '#web/i18n/developers.ts'

/** Explains why the shown body differs from the sent one, and where the address can be revealed. */
export const HiddenAddress = ({
  giftId,
  children,
}: {
  giftId: string | null
  children?: string
}) => (
  <Alert color="gray" variant="light" p="xs" title={t('The postal address is hidden')}>
    {giftId === null ? (
      t(
        'Endpoints receive it in full. An admin can reveal it on the gift’s page after giving a reason.',
      )
    ) : (
      <Trans
        text="Endpoints receive it in full. To see it, give a reason on <a>the gift’s page</a>."
        a={(content) => <InlineLink to={`/gift-requests/${giftId}`}>{content}</InlineLink>}
      />
    )}{' '}
    {children}
  </Alert>
)
