import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Explains why the shown body differs from the sent one, and where the address can be revealed. */
export const HiddenAddress = ({
  giftId,
  children,
}: {
  giftId: string | null
  children?: string
}) => (
  <Alert color="gray" variant="light" p="xs" title="The postal address is hidden">
    Endpoints receive it in full.{' '}
    {giftId === null ? (
      'An admin can reveal it on the gift’s page after giving a reason.'
    ) : (
      <>
        To see it, give a reason on{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to={`/gift-requests/${giftId}`} {...props} />}
        >
          the gift’s page
        </Anchor>
        .
      </>
    )}{' '}
    {children}
  </Alert>
)
