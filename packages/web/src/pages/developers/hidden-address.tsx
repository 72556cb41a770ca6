import { Alert } from '@mantine/core'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Trans, t } from '#web/i18n/developers.ts'

/**
 * A text that explains why the body on the page differs from the body that was sent. It says where the user
 * can see the address.
 */
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
