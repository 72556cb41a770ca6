import type { Gift, GiftReference } from '#web/admin-api.ts'
import { InlineLink } from '#web/components/link.tsx'
import { Notice } from '#web/components/notice.tsx'
import { GiftTime } from '#web/components/relative-time.tsx'
import { t } from '#web/i18n/gifts.ts'

/** Links to the gift that replaces this one, and to the one that it replaces. */
export const ReissueNotes = ({ gift }: { gift: Gift }) => (
  <>
    {gift.reissued_as !== null && (
      <Notice tone="info" title={t('Sent again')}>
        This gift was sent again as <GiftLink gift={gift.reissued_as} />. The old link opens the new
        gift.
      </Notice>
    )}
    {gift.reissued_from !== null && (
      <Notice tone="info" title={t('A second try')}>
        This gift replaces <GiftLink gift={gift.reissued_from} /> and has the same link.
      </Notice>
    )}
  </>
)

const GiftLink = ({ gift }: { gift: GiftReference }) => (
  <InlineLink to={`/gift-requests/${gift.id}`}>{gift.reference}</InlineLink>
)

/** What the recipient can change, and until when. */
export function describeChangeability(gift: Gift): React.ReactNode {
  const { changeability, is_direct } = gift
  if (changeability === null) return undefined
  if (gift.changes.some(({ state }) => state === 'pending'))
    return t('A change is in progress: the old label is being cancelled.')
  switch (changeability.blocker) {
    case null:
    case 'label_pending':
      return `The recipient can change ${is_direct ? 'the address' : 'items and address'} until packed.`
    case 'being_packed':
      return (
        <>
          The gift is being packed, so the recipient can’t change it
          {changeability.retry_at !== null && (
            <>
              {' '}
              before <GiftTime at={changeability.retry_at} />
            </>
          )}
          .
        </>
      )
    case 'packed':
      return t('The gift is packed, so the recipient can’t change it any more.')
    default:
      return undefined
  }
}
